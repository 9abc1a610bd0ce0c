// SPDX-License-Identifier: Apache-2.0
// Submissions that try to interfere are sealed and linked with an adapter, which notices if anything but its
// own call of lab() reaches the submission.
#include "../../submission/seal.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "own_folder.h"

namespace {

namespace fs = std::filesystem;

// Both sides have these functions, like those in the headers of common/lab.
const std::string kShared = R"(#include <stdexcept>
#include <unistd.h>
#include <stdlib.h>
namespace ours {
template <class T> int twice(T x) { return 2 * x; }
template <class T> struct counter { static inline int value = 7; };
inline int& once() { static int value = 7; return value; }
struct error : std::runtime_error { using std::runtime_error::runtime_error; };
}
int lab();
)";

const std::string kAdapter = kShared + R"(#include <new>
extern "C" {
using constructor = void (*)();
extern const constructor __start_program_init[] __attribute__((weak)), __stop_program_init[] __attribute__((weak));
int strong() { return 7; }
thread_local int own_of_a_thread = 7;
}
int order = 0;
int main() {
  for (auto next = __start_program_init; next != __stop_program_init; ++next) (*next)();
  int* const memory = new int(7);
  bool caught = false;
  try { caught = lab() == 1; } catch (const ours::error&) { caught = true; }
  if (!caught) return 2;
  if (ours::twice(21) != 42 || ours::counter<int>::value != 7 || ours::once() != 7 || *memory != 7) return 3;
  if (getppid() <= 0 || strong() != 7 || own_of_a_thread != 7) return 4;
  delete memory;
  return 0;
}
)";

class Seal : public testing::Test {
 protected:
  const own_folder folder_;
  const fs::path adapter_ = compiled("adapter", kAdapter);

  fs::path compiled(const std::string& name, const std::string& text) {
    const fs::path file = folder_.path / (name + ".cpp"), object = folder_.path / (name + ".o");
    std::ofstream(file) << text;
    const std::string compiler = "g++ -std=c++17 -w -fcommon -c " + file.string() + " -o " + object.string();
    EXPECT_EQ(std::system(compiler.c_str()), 0) << text;
    return object;
  }
  // Returns the result of seal(), or the exit status of the program that contains the object.
  std::string becomes(const std::string& submission) {
    const fs::path object = compiled("submission", submission), program = folder_.path / "program";
    if (std::string why = submission::seal(object, adapter_); !why.empty()) return why;
    const std::string linker = "g++ " + object.string() + " " + adapter_.string() + " -o " + program.string();
    if (std::system(linker.c_str()) != 0) return "is not linked";
    const int status = std::system(program.c_str());
    return WIFEXITED(status) ? std::to_string(WEXITSTATUS(status)) : "crashed";
  }
};

const std::string kLab = "int lab() { return 1; }\n";

TEST_F(Seal, TheLabsFunctionsAreCalledAndNothingElse) {
  EXPECT_EQ(becomes(kLab), "0");
  EXPECT_EQ(becomes("int laboratory() { return 1; }\n"), "is not linked");
  EXPECT_EQ(becomes("namespace { int lab() { return 1; } }\n"), "is not linked");
}

TEST_F(Seal, NoNameTakesThePlaceOfAnother) {
  for (const std::string own :
       {"template <> int ours::twice(int) { return 3; }",
        "int value asm(\"_ZN4ours7counterIiE5valueE\") = 3;", "extern \"C\" int getppid() { return -1; }",
        "extern \"C\" int strong() { return 3; }",
        "extern \"C\" int mine() { return -1; } extern \"C\" int getppid() __attribute__((alias(\"mine\")));",
        "int mine() asm(\"getppid\"); int mine() { return -1; }", "int main() { return 3; }",
        "asm(\".globl getppid\\ngetppid: ret\");", "thread_local int own_of_a_thread = 3;",
        "__attribute__((weak)) int strong() { return 3; }", "int order = 3;",
        "void operator delete(void*) noexcept { _exit(3); }",
        "void* operator new(size_t) { static int memory; return &memory; }",
        "extern \"C\" void __cxa_throw(void*, void*, void (*)(void*)) { _exit(3); }"})
    EXPECT_EQ(becomes(kShared + own + kLab), "0") << own;
}

// Normally, these exist only once in a program.
TEST_F(Seal, WhatIsSharedInHeadersIsTheSubmissionsOwn) {
  EXPECT_EQ(becomes(kShared + "int lab() { ours::once() = 3; ours::counter<int>::value = 3;\n"
                              "return ours::twice(3) == 6 && ours::once() == 3; }\n"),
            "0");
  EXPECT_EQ(becomes(kShared + "int lab() { throw ours::error(\"caught by its name\"); }\n"), "0");
}

TEST_F(Seal, ConstructorsRunInTheirOrder) {
  EXPECT_EQ(becomes("static int step; int lab() { return step == 3; }\n"
                    "static int last = step = step == 2 ? 3 : 9;\n"
                    "__attribute__((constructor(300))) void second() { step = step == 1 ? 2 : 9; }\n"
                    "__attribute__((constructor(200))) void first() { step = step == 0 ? 1 : 9; }\n"),
            "0");
}

// At its end, the device's process may still owe the verifier an answer.
TEST_F(Seal, DestructorsDoNotRun) {
  for (const std::string own : {"__attribute__((destructor))", "__attribute__((destructor(200)))"})
    EXPECT_EQ(becomes(kShared + own + " void last() { _exit(3); }\n" + kLab), "0") << own;
}

TEST_F(Seal, WhatTheLinkerOrTheSystemObeysIsRefused) {
  for (
      const auto& [own, words] :
      {std::pair<std::string, std::string>{
           "void f() {} __attribute__((section(\".preinit_array\"))) void (*early)() = f;",
           "`.preinit_array`"},
       {"__attribute__((section(\".interp\"))) char own[] = \"/tmp/x\";", "`.interp`"},
       {"__attribute__((section(\".init\"))) void f() {}", "`.init`"},
       {"__attribute__((section(\"program_init\"))) int x = 1;", "`program_init`"},
       {"asm(\".section .gnu.warning.f\\n.string \\\"x\\\"\");", "`.gnu.warning.f`"},
       {"extern \"C\" int (*choose())() { return 0; } extern \"C\" int f() __attribute__((ifunc(\"choose\")));",
        "resolved while the program is loaded"},
       {"extern \"C\" int f() { return 0; } asm(\".symver f,getppid@GLIBC_2.2.5\");", "has a symbol version"},
       {"__attribute__((common)) int x;", "is a common symbol"},
       {"asm(\".section .note.GNU-stack,\\\"x\\\",@progbits\");", "it makes the stack executable"}})
    EXPECT_NE(becomes(own + kLab).find(words), std::string::npos) << own << becomes(own + kLab);
}

TEST_F(Seal, WhatIsTheGradersIsNotUsed) {
  for (const std::string own : {"namespace runner { void f(); } void g() { runner::f(); }",
                                "namespace protocol { int f(int); } int (*g)(int) = protocol::f;"})
    EXPECT_NE(becomes(own + kLab).find("belongs to the grader"), std::string::npos) << own;
}

// Sealing would make these names local, and the compiler's own calls would use the submission's.
TEST_F(Seal, WhatTheCheckersAreCalledByIsRefused) {
  for (const std::string own :
       {"extern \"C\" void __tsan_write4(void*) {}",
        "extern \"C\" { static void __tsan_read4(void*) {} } auto* reads = __tsan_read4;",
        "extern \"C\" __attribute__((weak)) void __asan_report_store4(void*) {}",
        "extern \"C\" void __x86_indirect_thunk_rax() {}"})
    EXPECT_NE(becomes(own + kLab).find("is a function of the checkers"), std::string::npos) << own;
}

TEST_F(Seal, WhatIsNoObjectIsRefused) {
  const fs::path object = compiled("submission", kLab);
  std::ifstream in(object, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(in), {}};
  for (std::size_t size = 0; size < whole.size(); size += 97) {
    std::ofstream(object, std::ios::binary | std::ios::trunc) << whole.substr(0, size);
    EXPECT_THROW(submission::seal(object, adapter_), std::runtime_error) << size;
  }
}

}  // namespace
