// SPDX-License-Identifier: Apache-2.0
// The tests run the compiler's preprocessor, so its output is real.
#include "../../submission/own_text.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "../../submission/regions.h"
#include "own_folder.h"

namespace {

namespace fs = std::filesystem;
using namespace submission;

class OwnText : public testing::Test {
 protected:
  const own_folder folder_;

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path / name) << text;
    return (folder_.path / name).string();
  }
  own_text read(const std::string& region, const std::string& compiler = "g++") {
    const merged_text merged =
        merge("// BEGIN YOUR CODE (exercise 1)\n// END YOUR CODE\nint given;\n",
              "// BEGIN YOUR CODE (exercise 1)\n" + region + "\n// END YOUR CODE\n", "x.cu", "secret");
    const std::string file = write("x.cpp", merged.text), output = file + ".ii";
    write(file_name("secret", 0), merged.files.at(0));
    const std::string command = compiler + " -std=c++17 -w -fno-dollars-in-identifiers -E " + file + " -o " +
                                output + " 2>" + file + ".said";
    (void)std::system(command.c_str());
    std::ifstream in(output);
    return read_own_text({std::istreambuf_iterator<char>(in), {}}, "secret", 1, false);
  }
  // Returns the first refusal, with its line, or "hidden" if the region hides the text after it.
  std::string refused(const std::string& region) {
    const own_text text = read(region);
    if (!text.refusals.empty())
      return std::to_string(text.refusals[0].line) + ": " + text.refusals[0].sentence;
    return text.whole ? "" : "hidden";
  }
};

TEST_F(OwnText, HonestTextIsTaken) {
  for (const char* compiler : {"g++", "clang++"}) {
    const own_text text = read(R"(#include <cassert>
#include <cstddef>
struct alignas(16) row { double simcu_ms; [[nodiscard]] int asm_count() const; };
template <class T> struct [[deprecated("R")]] old { T device{}; };
__attribute__((always_inline, __aligned__(8))) inline int f(int x) { assert(x != 0); return x; }
__device__ inline int bits(unsigned x) { return __builtin_popcount(x) + __builtin_clz(x | 1); }
[[gnu::noinline]] int g(int a[], char c) {
#pragma unroll 4
  for (int i = 0; i < 1'000; ++i) a[i] = c == '"' ? '\'' : "asm /* \" // R"[0];
  _Pragma("GCC unroll 2") for (;;) switch (c) { case 1: [[fallthrough]]; default: return a[a[0]]; }
}
__device__ unsigned lane() {
  unsigned x = 1.5e-3f;
  if (x) asm volatile("mov.u32 %0, %%laneid;" : "=r"(x)); else asm("nop;");
  auto inner = [] { asm("nop;"); };
  return x;
}
template <class T> struct u {}; struct v {}; u<::v> w() { return {}; }
struct s { int a; __device__ s() : a{1} { asm("nop;"); } };
template <class T, class U> __device__ T templated(U x) { asm("nop;"); return x; }
__attribute__((global)) void k() { asm("nop;"); }
std::size_t n = offsetof(s, a), null = (std::size_t)NULL;)",
                               compiler);
    EXPECT_TRUE(text.whole) << compiler;
    EXPECT_TRUE(text.refusals.empty()) << compiler << text.refusals[0].line << text.refusals[0].sentence;
    EXPECT_EQ(text.unbalanced, std::vector<std::size_t>{0});
  }
}

TEST_F(OwnText, ABraceWithoutAPartnerIsFound) {
  EXPECT_EQ(read("a {\n b {}").unbalanced[0], 2u);
  EXPECT_EQ(read("}\n\"{\" // {").unbalanced[0], 2u);
  EXPECT_EQ(read("#if A\n{\n#else\n{\n#endif\n}").unbalanced[0], 0u);
}

TEST_F(OwnText, NothingElseThanTheRegionCounts) {
  const std::string header = write("has_text.h", "int more;\n"), code = "int x;\n";
  for (const std::string& way :
       {std::string("#line 7 \"y\""), std::string("# 7 \"y\""), std::string("%: 7 \"y\""),
        std::string("/* */ # /*\n*/ 7 \"y\""), std::string("#define Y \"y\"\n#line 7 Y"),
        std::string("# 7 \"x.cu\" 3"), std::string("# 1 \"/usr/include/stdio.h\" 1 3"),
        std::string("# 7 \"\" 2"), std::string("# 7 \"secret_begin_0\" 2"),
        std::string("_Pragma(\"GCC system_header\")"), std::string("#pragma GCC system_header"),
        "#define WHAT \"" + header + "\"\n#include WHAT",
        std::string("#if __INCLUDE_LEVEL__ == 1\n# include /**/ \"secret_0\"\n#endif")})
    EXPECT_NE(refused(way + "\n" + code), "") << way;
  // For the compiler, an unfinished comment, condition or string ends where its file ends.
  for (const char* open : {"/*", "#if 0", "#endif\n#if 1", "R\"(", "#else", "#define A /*"})
    EXPECT_NE(std::ifstream((read(open), folder_.path / "x.cpp.said")).peek(), EOF) << open;
}

TEST_F(OwnText, TheProcessorsInstructionsAreForHostCode) {
  EXPECT_EQ(refused("void f(int* p) { _mm_stream_si32(p, 1); }"), "");
}

TEST_F(OwnText, SimcusInnerHeadersAreItsOwn) {
  fs::create_directories(folder_.path / "simcu/include/simcu");
  const std::string inner = write("simcu/include/simcu/inner.h", "#pragma once\n"),
                    outer = write("simcu/include/outer.h", "#include \"simcu/inner.h\"\n"),
                    around = (folder_.path / "simcu/include/simcu/../simcu/inner.h").string(),
                    sentence =
                        "2: the headers in `simcu/` belong to the simulated device and do not exist on a GPU";
  EXPECT_EQ(refused("#include \"" + outer + "\""), "");
  EXPECT_EQ(refused("#include \"" + inner + "\""), sentence);
  EXPECT_EQ(refused("#include \"" + around + "\""), sentence);
  EXPECT_NE(refused("#define INNER \"" + inner + "\"\n#include INNER"), "");
}

TEST_F(OwnText, WhatASubmissionMayNotHaveIsNamed) {
  for (const auto& [text, words] :
       {std::pair<const char*, const char*>{"\nint f() { asm(\"nop\"); }",
                                            "3: `asm` is allowed only for inline PTX"},
        {"__asm__(\".symver f,f@G\");", "`__asm__` is allowed only for"},
        {"int f() asm(\"main\");", "`asm` is allowed only for"},
        {"__device__ int f() { extern int x asm(\"_ZN5simcu1xE\"); return x; }", "`asm` is allowed only for"},
        {"int f() { register int x asm(\"rsp\"); return x; }", "`asm` is allowed only for"},
        {"__attribute__((host)) __attribute__((device)) int f() { asm(\"nop\"); }",
         "`asm` is allowed only for"},
        {"__device__ struct s { int f() { asm(\"nop\"); } } x;", "`asm` is allowed only for"},
        {"__device__ int g() { struct s { int f() { asm(\"nop\"); } } x; }", "`asm` is allowed only for"},
        {"namespace device { int f() { asm(\"nop\"); } }", "`asm` is allowed only for"},
        {"__device__ int f(); int g() { asm(\"nop\"); }", "`asm` is allowed only for"},
        {"int f() { as\\/**/\nm(\"nop\"); }", "`\\` is not allowed here"},
        {"__attribute__((section(\".x\"))) int x;", "`section` is not an attribute"},
        {"[[noreturn]] void f();", "`noreturn` is not an attribute"},
        {"__attribute__((unused, __alias__(\"g\"))) void f();", "`__alias__` is not"},
        {"[[gnu::ifunc(\"g\")]] void f();", "`ifunc` is not"},
        {"[[ maybe_unused, gnu :: target(\"avx2\") ]] void f();", "`target` is not"},
        {"[[using gnu: alias(\"g\")]] void f();", "`using` is not"},
        {"[ [gnu::weakref]] void f();", "`weakref` is not"},
        {"<:<: gnu::weakref :>:> void f();", "`weakref` is not"},
        {"int f() <% asm(\"nop\"); %>", "`asm` is allowed only for"},
        {"__attribute__((constructor(101))) void f();", "`constructor` is not"},
        {"#define A(x) __attribute__((x))\nA(no_sanitize(\"thread\")) void f();", "`no_sanitize` is not"},
        {"struct s { int x __attribute__((packed, mode(DI))); };", "`mode` is not"},
        {"#pragma GCC visibility push(hidden)", "pragma GCC visibility"},
        {"_Pragma(\"GCC optimize 3\")", "pragma GCC optimize"},
        {"#pragma weak f", "pragma weak"},
        {"#ident \"x\"", "`#ident"},
        {"int x = simcu::preemptible;", "`simcu` is an internal name"},
        {"__global__ void k(); void f(int* p) { _mm_stream_si32(p, 1); }", "`_mm_stream_si32` is an instruc"},
        {"__global__ void k(); void f(__m128i* p);", "`__m128i` is an instruction or a type"},
        {"__global__ void k(); __v4si add(__v4si a, __v4si b) { return a + b; }",
         "`__v4si` is an instruction or a"},
        {"void f(int* p) { __builtin_ia32_movnti(p, 1); } __device__ int x;", "of the host's processor"},
        {"__host__ __device__ void f(void** p) { __builtin_longjmp(p, 1); }", "`__builtin_longjmp` is an"},
        {"#define J(a, b) a##b\nint x = J(sim, cu)::y;", "`simcu` is an internal name"},
        {"extern \"C\" void _ZN5simcu1fEv();", "is not allowed: a submission's functions"},
        {"#define given given = sizeof(simcu::x)", "4: `simcu` is an internal name"},
        {"#define int __attribute__((alias(\"f\"))) extern int", "4: `alias` is not"},
        {"#define given given; asm(\".text\")", "4: `asm` is allowed only for"},
        {"int $R = 1;", "`$` is not allowed here"},
        {"auto s = $R\"(\"; asm(\".text\"); \")\";", "`$` is not allowed here"},
        {"auto s = u8R\"(x)\";", "raw string"},
        {"auto s = \"a\"R\"(\"; asm(\"x\"); auto t = \")\";", "`asm` is allowed only for"},
        {"auto s = 'a'R\"(\"; asm(\"x\"); auto t = \")\";", "`asm` is allowed only for"},
        {"auto s = 1'\"'; asm(\"x\");", "`asm` is allowed only for"}})
    EXPECT_NE(refused(text).find(words), std::string::npos) << text << "\n" << refused(text);
}

}  // namespace
