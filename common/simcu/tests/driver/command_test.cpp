// SPDX-License-Identifier: Apache-2.0
// Tests the command line: nvcc's options, several inputs, exit statuses, and messages with the user's lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "toolbox.h"

namespace {

const char* const kProgram = R"(#include <cstdio>
__global__ void k(int* out) { *out = __CUDA_ARCH__; }
#ifndef ANSWER
#define ANSWER 0
#endif
int main() {
  int* d;
  cudaMallocManaged(&d, 4);
  k<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  std::printf("arch %d answer %d\n", *d, ANSWER);
}
)";

TEST(CommandLine, TakesNvccsOptions) {
  sandbox box;
  box.write("prog.cu", kProgram);
  const outcome got = box.run(
      "SIMCU -arch=sm_80 -O3 -std c++14 -lineinfo --expt-relaxed-constexpr -extended-lambda -Xptxas -v "
      "--ptxas-options=-v -Xcompiler -Wall,-Wextra -Xcompiler=-fno-strict-aliasing -rdc=true -use_fast_math "
      "-diag-suppress 177 -DANSWER=42 -I/usr/local/cuda/include -lcudart --maxrregcount 32 -Werror "
      "all-warnings -cudart static -t0 -o prog prog.cu && ./prog");
  EXPECT_EQ(got.status, 0) << got.output;
  EXPECT_EQ(got.output, "arch 800 answer 42\n");
}

TEST(CommandLine, TakesGencode) {
  sandbox box;
  box.write("prog.cu", kProgram);
  EXPECT_SAYS(box.run("SIMCU -gencode arch=compute_75,code=sm_75 prog.cu && ./a.out"), "arch 750");
}

// nvcc includes <functional> only for its lambdas.
TEST(CommandLine, IncludesNoMoreThanNvccDoes) {
  sandbox box;
  for (const char* line : {"std::vector<int> it;", "std::array<int, 3> it;",
                           "void sort(int* p) { std::sort(p, p + 1); }", "std::function<int()> it;"}) {
    box.write("prog.cu", line);
    EXPECT_EQ(box.run("SIMCU --no-strict -c prog.cu").status, 1) << line;
  }
  const outcome got = box.run("SIMCU --no-strict -extended-lambda -c prog.cu");
  EXPECT_EQ(got.status, 0) << got.output;
}

TEST(CommandLine, IncludesFilesAfterCudasHeader) {
  sandbox box;
  box.write(
      "first.h",
      "#ifdef __CUDACC__\n__device__ inline unsigned own() { return threadIdx.x; }\n#endif\n#define FIRST 1\n");
  box.write(
      "prog.cu",
      "__global__ void k() { own(); }\nint twice(int);\nint main() { k<<<1, 1>>>(); return twice(FIRST) - 2; }\n");
  box.write("twice.cpp", "int twice(int x) { return x + FIRST; }\n");
  EXPECT_EQ(box.run("SIMCU -include first.h prog.cu twice.cpp -o prog && ./prog").status, 0);
}

// Without the rewrite, g++ 12's code reads the wrong element, and reports an error in a correct program.
TEST(CommandLine, SanitizersChangeNoIndex) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdio>
int main(int n, char**) {
  unsigned a[4] = {1, 2, 3, 4}, b[4] = {5, 6, 7, 8}, key = 32u + n;
  std::printf("%u\n", (n > 1 ? a : b)[(key >> (n + 3)) & 3]);
}
)");
  const outcome got = box.run("SIMCU --no-strict -O1 -Xcompiler=-fsanitize=undefined prog.cu && ./a.out");
  EXPECT_EQ(got.output, "7\n");
}

TEST(CommandLine, ReadsOptionsFromAFile) {
  sandbox box;
  box.write("prog.cu", kProgram);
  box.write("options", "-DANSWER=7 -o 'the prog'\n-O0");
  EXPECT_SAYS(box.run("SIMCU @options prog.cu && './the prog'"), "answer 7");
}

TEST(CommandLine, TakesNamesWithSpaces) {
  sandbox box;
  box.write("my folder/my prog.cu", kProgram);
  EXPECT_SAYS(box.run("SIMCU 'my folder/my prog.cu' -o 'my folder/a b' && './my folder/a b'"), "arch 900");
}

TEST(CommandLine, LinksSeveralFiles) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("shared.h",
              "__host__ __device__ inline int twice(int x) { return 2 * x; }\nint launch(int n);\nint "
              "plain(int n);\n");
    box.write("a/kernel.cu",
              "#include \"../shared.h\"\n__device__ int g = 3;\n__global__ void k(int* p, int n) { *p = "
              "twice(n) + g; }\n"
              "int launch(int n) { int* d; cudaMallocManaged(&d, 4); k<<<1, 1>>>(d, n); "
              "cudaDeviceSynchronize(); return *d; }\n");
    box.write("b/kernel.cu",
              "#include \"../shared.h\"\n#include <cstdio>\n"
              "int main() { std::printf(\"%d %d\\n\", launch(2), plain(2)); }\n");
    box.write("host.cpp", "#include \"shared.h\"\nint plain(int n) { return twice(n); }\n");
    const std::string cxx = "export SIMCU_CXX=" + compiler + "; ";
    EXPECT_EQ(box.run(cxx + "SIMCU a/kernel.cu b/kernel.cu host.cpp -o prog && ./prog").output, "7 4\n");
    EXPECT_EQ(
        box.run(cxx +
                "SIMCU -dc a/kernel.cu -o a.o && SIMCU -c b/kernel.cu host.cpp && ar rcs libh.a host.o && "
                "SIMCU a.o kernel.o -L. -lh -o prog2 && ./prog2")
            .output,
        "7 4\n");
  }
}

// A template that is also host code may launch kernels there.
TEST(Command, KernelsLaunchNoKernels) {
  sandbox box;
  box.write("prog.cu", R"(#include <cstdio>
__global__ void child() { printf("child\n"); }
__global__ void parent() { child<<<1, 1>>>(); }
__device__ void helper() {
  auto launch = [] { child<<<1, 1>>>(); };
  launch();
}
template <class T> __host__ __device__ void either(T) { child<<<1, 1>>>(); }
int main() {
  either(1);
  parent<<<1, 1>>>();
  return cudaDeviceSynchronize();
}
)");
  const outcome got = box.run("SIMCU prog.cu -o prog");
  EXPECT_EQ(got.status, 1);
  const std::string why = ": error: simcu does not support launches from kernels";
  for (const char* place : {"prog.cu:3", "prog.cu:5"}) EXPECT_SAYS(got, place + why);
  EXPECT_DOES_NOT_SAY(got, "prog.cu:8");
}

// As with nvcc, other files can use the variable's name unless -rdc=true is given.
TEST(CommandLine, KeepsDeviceVariablesToTheirFile) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write(
        "a.cu",
        "struct adds { template <class T> __host__ __device__ T operator()(T a, T b) { return a + b; } };\n"
        "__constant__ short Q[2] = {3, 4};\n__device__ int sum;\n"
        "__global__ void k(int* p) { sum = adds()(Q[0], Q[1]); *p = sum; }\n"
        "int launch() { int* d; cudaMallocManaged(&d, 4); k<<<1, 1>>>(d); cudaDeviceSynchronize(); "
        "return *d; }\n");
    box.write("b.cpp", "float Q[2] = {1, 2};\nint sum = 5;\n");
    box.write("c.cu",
              "#include <cstdio>\n__device__ int sum;\nint launch();\nextern float Q[2];\n"
              "int main() { std::printf(\"%d %g\\n\", launch(), Q[0]); }\n");
    const std::string cxx = "export SIMCU_CXX=" + compiler + "; ";
    EXPECT_EQ(box.run(cxx + "SIMCU a.cu b.cpp c.cu -o prog && ./prog").output, "7 1\n");
    box.write(
        "d.cu",
        "#include <cstdio>\nextern __device__ int shared_sum;\n__global__ void k() { shared_sum = 8; }\n"
        "void after();\nint main() { k<<<1, 1>>>(); after(); }\n");
    box.write("e.cu",
              "#include <cstdio>\n__device__ int shared_sum;\n__global__ void show() { printf(\"%d\\n\", "
              "shared_sum); }\nvoid after() { show<<<1, 1>>>(); cudaDeviceSynchronize(); }\n");
    EXPECT_EQ(box.run(cxx + "SIMCU -rdc=true d.cu e.cu -o prog && ./prog").output, "8\n");
  }
}

TEST(CommandLine, TranslatesCppAfterX) {
  sandbox box;
  box.write("prog.cpp", kProgram);
  EXPECT_SAYS(box.run("SIMCU -x cu prog.cpp && ./a.out"), "arch 900");
}

TEST(CommandLine, WritesDependencies) {
  sandbox box;
  box.write("one.h", "\n");
  box.write("prog.cu", "#include \"one.h\"\n");
  EXPECT_EQ(box.run("SIMCU -MD -c prog.cu -o out.o").status, 0);
  const outcome got = box.run("cat out.d");
  EXPECT_EQ(got.output.rfind("out.o:", 0), 0u) << got.output;
  EXPECT_SAYS(got, "one.h");
}

TEST(CommandLine, KeepsTheTranslatedFile) {
  sandbox box;
  box.write("prog.cu", kProgram);
  const outcome got = box.run("SIMCU --keep prog.cu -o prog");
  EXPECT_SAYS(got, "prog.cu.ii");
  EXPECT_TRUE(box.has("prog.cu.ii"));
}

TEST(CommandLine, ShowsCommands) {
  sandbox box;
  box.write("prog.cu", kProgram);
  EXPECT_SAYS(box.run("SIMCU -v prog.cu -o prog"), "g++ -x c++ -E");
  EXPECT_EQ(box.run("rm prog; SIMCU --dryrun prog.cu -o prog").status, 0);
  EXPECT_FALSE(box.has("prog"));
}

TEST(CommandLine, HelpAndVersion) {
  sandbox box;
  EXPECT_SAYS(box.run("SIMCU --help"), "usage: simcu");
  EXPECT_SAYS(box.run("SIMCU --version"), "simcu");
  EXPECT_EQ(box.run("SIMCU --version").status, 0);
}

struct mistake {
  const char* arguments;
  int status;
  const char* sentence;
};

TEST(CommandLine, RefusesMistakesWithASentence) {
  sandbox box;
  box.write("prog.cu", kProgram);
  box.write("other.cu", "int other;\n");
  box.write("notes.txt", "\n");
  for (const mistake& m : {
           mistake{"", 2, "there is no input file"},
           {"nothing.cu -o prog", 2, "nothing.cu: there is no such file"},
           {"prog.cu -o", 2, "-o needs a value"},
           {"prog.cu other.cu -c -o both.o", 2, "cannot hold the results of several files"},
           {"prog.cu -o prog.cu", 2, "this is an input file"},
           {". -o prog", 2, "is a folder"},
           {"notes.txt -o prog", 2, "simcu takes .cu"},
           {"-ptx prog.cu", 2, "produces no device code"},
           {"'-###' prog.cu", 2, "--dryrun shows the commands"},
           {"-arch=fast prog.cu", 2, "-arch=fast: write an architecture like sm_80"},
           {"-x fortran prog.cu", 2, "the language must be"},
           {"prog.cu -lcublas -o prog", 2, "simcu does not support cuBLAS (-lcublas)"},
           {"@missing prog.cu", 2, "@missing: this option file cannot be read"},
           {"-ccbin no-such-compiler prog.cu", 3, "`no-such-compiler` (from -ccbin) was not found"},
           {"prog.cu -o no/such/folder/prog", 1, "no/such/folder/prog"},
           {"prog.cu --no-such-option -o prog", 1, "--no-such-option"},
       }) {
    const outcome got = box.run(std::string("SIMCU ") + m.arguments);
    EXPECT_EQ(got.status, m.status) << m.arguments << "\n" << got.output;
    EXPECT_SAYS(got, m.sentence);
    EXPECT_EQ(box.list(), (std::vector<std::string>{"notes.txt", "other.cu", "prog.cu"})) << m.arguments;
  }
}

TEST(CommandLine, SaysWhenThereIsNoCompiler) {
  sandbox box;
  box.write("prog.cu", kProgram);
  EXPECT_EQ(box.run("PATH=/nowhere; SIMCU prog.cu").status, 3);
  EXPECT_SAYS(box.run("SIMCU_CXX='no-such-cxx -m64' SIMCU prog.cu"),
              "`no-such-cxx` (from SIMCU_CXX) was not found");
}

TEST(Outputs, AreWholeOrUntouched) {
  sandbox box;
  box.write("prog.cu", "int main() { return missing_function(); }\n");
  box.write("unlinked.cu", "int missing(); int main() { return missing(); }\n");
  box.write("prog", "old");
  EXPECT_EQ(box.run("SIMCU prog.cu -o prog").status, 1);
  EXPECT_EQ(box.run("SIMCU unlinked.cu -o prog").status, 1);
  EXPECT_EQ(box.run("cat prog").output, "old");
  EXPECT_EQ(box.list().size(), 3u);
}

TEST(Outputs, LeaveNoTemporaryFiles) {
  sandbox box;
  box.write("prog.cu", kProgram);
  box.write("tmp/.keep", "");
  EXPECT_EQ(box.run("TMPDIR=$PWD/tmp SIMCU prog.cu -o prog").status, 0);
  EXPECT_EQ(box.run("ls tmp").output, "");
}

struct wrong_program {
  const char* text;
  int line;
};

// All cases are in one program per host compiler.
TEST(Messages, NameTheUsersLine) {
  std::string program = "#include <cassert>\n";
  std::vector<std::string> places;
  for (const wrong_program& w : {
           wrong_program{"__global__ void k(int* p) {\n  __shared__ int s[4];\n  p[0] = s[0] + oops;\n}\n",
                         3},
           {"__global__ void k(int) {}\nint f() {\n  k<<<1,\n      1>>>\n     (1);\n  return oops;\n}\n", 6},
           {"__global__ void k(int) {}\nvoid f() {\n  k<<<oops, 1>>>(1);\n}\n", 3},
           {"template <class T>\n__global__ void k(T) {}\nvoid f() {\n  int n = 1;\n  k<int>\n    "
            "<<<n,\n       n>>>(n,\n    oops);\n}\n",
            8},
           {"void f() {\n  int n = 1;\n  oops\n    <<<n,\n       n>>>(n);\n}\n", 3},
           {"__global__ void k(int* p) {\n  assert(p);\n  assert(oops);\n}\n", 3},
           {"__device__ int a = 1,\n  b = oops;\n", 2},
           {"__global__ void k(int* p) {\n  __shared__ int a[4],\n    b[oops];\n  a[0] = b[0];\n}\n", 3},
           {"#pragma unroll\nint f() {\n#pragma unroll 4\n  for (;;) return oops;\n}\n", 4},
           {"__global__ void k(int x) {\n  x = 1\n}\n", 2},
       }) {
    const std::string number = std::to_string(places.size());
    program += "namespace n" + number + " {\n";
    places.push_back("prog.cu:" + std::to_string(std::count(program.begin(), program.end(), '\n') + w.line) +
                     ":");
    program += w.text + std::string("}\n");
  }
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("prog.cu", program + "int main() {}\n");
    const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU prog.cu -o prog");
    EXPECT_EQ(got.status, 1) << got.output;
    for (const std::string& place : places) EXPECT_SAYS(got, place);
  }
}

// The compiler quotes the user's line, which is shorter than the kernel's translated line.
TEST(Messages, HaveNoCaretPastTheEndOfTheLine) {
  sandbox box;
  box.write("prog.cu",
            "__global__ void k(int* d) { int i = threadIdx.x; d[i] = i }\nint main() {\n  return oops;\n}\n");
  std::istringstream said(box.run("SIMCU prog.cu -o prog").output);
  std::size_t quoted = 0, carets = 0;
  for (std::string line; std::getline(said, line);) {
    const bool marks = line.find_first_not_of(' ') == line.find('|') && !line.empty();
    if (line.find(" | ") != std::string::npos && !marks) quoted = line.size();
    if (!marks) continue;
    EXPECT_LE(line.find_first_not_of(" |"), quoted) << line;
    carets += line.find('^') != std::string::npos;
  }
  EXPECT_EQ(carets, 1u);
}

// clang++ 14 counts the lines after such a string wrongly when it preprocesses.
TEST(Messages, CountTheLinesOfRawStrings) {
  sandbox box;
  box.write("prog.cu", "const char* t = R\"(\n\n)\";\nint x = oops;\n");
  EXPECT_SAYS(box.run("SIMCU prog.cu -o prog"), "prog.cu:4:");
}

// Unmatched brackets are the most common mistake.
TEST(Messages, SurviveMissingBraces) {
  for (const std::string& compiler : host_compilers()) {
    sandbox box;
    box.write("prog.cu",
              "__global__ void k(int* p) {\n  if (p) {\n    p[0] = 1;\n}\nint main() {\n  k<<<1, "
              "1>>>(nullptr);\n}\n");
    const outcome got = box.run("SIMCU_CXX=" + compiler + " SIMCU prog.cu -o prog");
    EXPECT_EQ(got.status, 1);
    EXPECT_SAYS(got, "prog.cu:");
    EXPECT_SAYS(got, "error");
  }
}

// Ubuntu's compilers define _FORTIFY_SOURCE, with which the checkers once missed a memcpy of 12 bytes.
TEST(CommandLine, WhatTheCompilerFortifiesIsSeen) {
  sandbox box;
  box.write("fortifying", "#!/bin/sh\nexec g++ -D_FORTIFY_SOURCE=2 \"$@\"\n");
  box.write("prog.cu", R"(#include <cstring>
struct triple { unsigned words[3]; };
__global__ void k(unsigned* out) {
  __shared__ triple s_triples[64];
  triple mine{{threadIdx.x, 1, 2}}, other;
  std::memcpy(&s_triples[threadIdx.x], &mine, sizeof mine);
  std::memcpy(&other, &s_triples[63 - threadIdx.x], sizeof other);
  out[threadIdx.x] = other.words[0];
}
int main() {
  unsigned* out;
  cudaMalloc(&out, 256);
  k<<<1, 64>>>(out);
  cudaDeviceSynchronize();
}
)");
  const outcome got =
      box.run("chmod +x fortifying && SIMCU -ccbin ./fortifying --check -w prog.cu -o prog && ./prog");
  EXPECT_EQ(got.status, 99) << got.output;
  EXPECT_SAYS(got, "race (shared) in kernel `k`");
}

}  // namespace
