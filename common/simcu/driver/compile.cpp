// SPDX-License-Identifier: Apache-2.0
#include "compile.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "assertions.h"
#include "build.h"
#include "carets.h"
#include "missing_header.h"
#include "precompiled.h"
#include "process.h"
#include "strict.h"
#include "translator/translate.h"
#include "unshown_accesses.h"

namespace simcu_driver {
namespace {

void show(const options& o, const words& command) {
  if (o.show_commands) std::fprintf(stderr, "+ %s\n", as_text(command).c_str());
}

int as_own_status(int status) {
  if (status == 0) return kDone;
  if (status < 128) return kDoesNotCompile;
  std::fprintf(stderr, "simcu: error: the host compiler was killed by signal %d\n", status - 128);
  return kOwnFault;
}

// A folder with NVIDIA's own headers would hide simcu's.
bool is_cuda_toolkit(const std::string& folder, const toolchain& tools) {
  std::error_code ignored;
  const bool runtime = std::filesystem::exists(folder + "/cuda_runtime.h", ignored);
  const bool library = std::filesystem::exists(folder + "/cub/cub.cuh", ignored) ||
                       std::filesystem::exists(folder + "/thrust/version.h", ignored);
  return (runtime || library) && !std::filesystem::equivalent(folder, tools.include_folder, ignored) &&
         !std::filesystem::equivalent(folder, tools.libraries_folder, ignored);
}

words preprocessor_flags(const options& o, const toolchain& tools) {
  words out;
  for (std::size_t i = 0; i < o.preprocess.size(); ++i) {
    const std::string& flag = o.preprocess[i];
    const bool apart = (flag == "-I" || flag == "-isystem") && i + 1 < o.preprocess.size();
    const std::string folder = apart ? o.preprocess[i + 1] : flag.rfind("-I", 0) == 0 ? flag.substr(2) : "";
    if (!folder.empty() && is_cuda_toolkit(folder, tools)) {
      if (o.show_commands)
        std::fprintf(stderr, "simcu: %s is omitted, because it contains NVIDIA's headers\n", folder.c_str());
      i += apart;
      continue;
    }
    out.push_back(flag);
    if (apart) out.push_back(o.preprocess[++i]);
  }
  append(out, own_includes(tools));
  return out;
}

std::string dependency_file(const options& o, const std::string& object) {
  for (std::size_t i = o.preprocess.size(); i-- > 1;)
    if (o.preprocess[i - 1] == "-MF") return o.preprocess[i];
  return std::filesystem::path(object).replace_extension(".d").string();
}

words dependency_flags(const options& o, const std::string& object) {
  words out;
  if (!o.writes_dependencies) return out;
  if (!o.names_dependency_file) append(out, {"-MF", dependency_file(o, object)});
  if (!o.names_dependency_target) append(out, {"-MT", object});
  return out;
}

words cuda_preprocessor(const options& o, const toolchain& tools, const std::string& precompiled) {
  words out = tools.compiler;
  append(out, {"-x", "c++", "-E"});
  // The preprocessed text must not depend on sanitizers, so their macros are never defined.
  for (const std::string& flag : compiler_flags(o, tools))
    if (flag.rfind("-fsanitize", 0) != 0) out.push_back(flag);
  append(out, preprocessor_flags(o, tools));
  append(out, cuda_macros(o));
  append(out, include_first(o, tools, precompiled));
  if (tools.is_clang) out.push_back("-Qunused-arguments");
  return out;
}

// CUDA's keywords must expand as they do for a host compiler.
words words_for_host_files() {
  return {"-D__SIMCU__=1",
          "-D__host__=",
          "-D__device__=",
          "-D__global__=",
          "-D__constant__=",
          "-D__managed__=",
          "-D__shared__=",
          "-D__forceinline__=inline __attribute__((always_inline))",
          "-D__launch_bounds__(...)=",
          "-D__align__(n)=__attribute__((aligned(n)))",
          "-D__grid_constant__="};
}

// Without a front end for the strict check, the translator finds host calls itself.
translator::host_calls who_checks(const options& o, const toolchain& tools) {
  if (o.not_strict) return translator::host_calls::allowed;
  if (!tools.front_end.empty()) return translator::host_calls::checked_elsewhere;
  return allows_constexpr(o.preprocess) ? translator::host_calls::refused_but_constexpr
                                        : translator::host_calls::refused;
}

int translate_file(const std::string& text, const std::string& translated, translator::host_calls calls,
                   const options& o) {
  const translator::result r = translator::translate(text, calls, o.separate, o.check);
  for (const std::string& error : r.errors) std::fprintf(stderr, "%s\n", error.c_str());
  if (!r.errors.empty()) return kDoesNotCompile;
  write_file(translated, r.text);
  return kDone;
}

// g++ does not warn about a case that falls through if a comment says so. Keeping all headers' comments
// triples the time of this step, so they are kept only if a file of the user's may have such a comment.
bool may_say_falls_through(const std::string& preprocessed) {
  std::set<std::string> seen;
  for (std::size_t at = preprocessed.find("# "); at != std::string::npos;
       at = preprocessed.find("\n# ", at + 1)) {
    const std::size_t end = preprocessed.find('\n', at + 1);
    const std::string marker =
        preprocessed.substr(at, end - at);  // # 1 "file" 1 3: the last flag marks a system header
    const std::size_t name = marker.find('"'), flags = marker.rfind('"');
    if (name == flags || marker.find(" 3", flags) != std::string::npos) continue;
    const std::string file = marker.substr(name + 1, flags - name - 1);
    // A line of a raw string can look like a marker and name any file. A sandbox may still refuse to open a
    // file that access() allows.
    std::error_code unknown;
    if (!seen.insert(file).second || !std::filesystem::is_regular_file(file, unknown)) continue;
    std::string text;
    try {
      text = read_file(file);
    } catch (const own_fault&) {
      continue;
    }
    for (const char* word : {"fall", "Fall", "FALL"})
      if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

// Every access becomes a call to the checkers. Optimisation is limited, because passes that merge or reorder
// accesses hide some of them.
words check_flags(const toolchain& tools) {
  words flags = {"-fsanitize=thread",
                 "-fsanitize=alignment,shift-exponent,return,unreachable",
                 "-fsanitize-recover=alignment,shift-exponent",
                 "-O1",
                 "-fno-builtin",
                 "-fno-unroll-loops",
                 "-fno-omit-frame-pointer"};
  if (tools.is_clang)
    // As in CUDA's own samples, a lane may pass a warp function a variable that only the leader has set.
    append(flags, {"-Xclang",
                   compiler_version(tools) < 15 ? "-disable-noundef-analysis" : "-no-enable-noundef-analysis",
                   "-fsanitize-coverage=trace-pc", "-fno-vectorize", "-fno-slp-vectorize", "-mllvm",
                   "-tsan-instrument-read-before-write=1", "-mllvm", "-tsan-distinguish-volatile=1", "-mllvm",
                   "-tsan-instrument-func-entry-exit=0",
                   // An access that clang has merged from two cannot be assigned to a line.
                   "-mllvm", "-sink-common-insts=0", "-mllvm", "-hoist-common-insts=0"});
  else
    // A structure that is passed by value from an array is seen only if the function is inlined. With
    // object-size, g++ takes the addresses of local arrays, so accesses at a variable index are seen.
    append(flags, {"-fsanitize=object-size", "-fsanitize-recover=object-size", "-fsanitize-coverage=trace-pc",
                   "-finline-small-functions", "--param", "tsan-distinguish-volatile=1", "--param",
                   "tsan-instrument-func-entry-exit=0",
                   // After accesses have become calls, these passes take a fifth of the compilation time
                   // without benefit.
                   "-fno-tree-loop-optimize", "-fno-ivopts", "-fno-tree-slsr", "-fno-tree-ter", "-fno-dce",
                   "-fno-dse", "-fno-forward-propagate", "-fno-if-conversion", "-fno-if-conversion2",
                   "-fno-compare-elim", "-fno-shrink-wrap", "-fno-combine-stack-adjustments",
                   "-fno-cprop-registers", "-fno-reorder-blocks", "-fno-split-wide-types",
                   "-fno-branch-count-reg", "-fno-move-loop-invariants", "-fno-ipa-ra", "-fno-caller-saves",
                   "-fno-ira-share-save-slots", "-fno-ira-share-spill-slots"});
  // An uninitialised variable must not have a value that another thread left on the stack.
  constexpr int kInitialises = 12;
  if (compiler_version(tools) >= kInitialises) flags.push_back("-ftrivial-auto-var-init=pattern");
#ifdef __x86_64__
  if (tools.is_clang)
    append(flags, {"-mretpoline", "-mretpoline-external-thunk"});
  else
    append(flags, {"-mindirect-branch=thunk-extern", "-mindirect-branch-register", "-fcf-protection=none",
                   "-mno-red-zone"});
#endif
  return flags;
}

bool shows_all_accesses(const options& o, const toolchain& tools) {
#ifdef __x86_64__
  return o.check && !tools.is_clang;
#else
  return false;
#endif
}

// Some library functions that a kernel may call load or store through a pointer; the checkers' own versions
// replace them. A WebAssembly object is left unchanged.
int redirect_memory_functions(const options& o, const std::string& object) {
  if (!o.only_show && read_file(object).rfind(std::string("\0asm", 4), 0) == 0) return kDone;
  words command = {"objcopy"};
  for (const std::string name : {"memcpy", "memmove", "memset", "modf", "modff", "frexp", "frexpf", "remquo",
                                 "remquof", "sincos", "sincosf", "nan", "nanf"})
    append(command, {"--redefine-sym", name + "=simcu_check_" + name});
  command.push_back(object);
  return run_step(o, command);
}

int compile_cuda(const options& o, const toolchain& tools, const std::string& file,
                 const std::string& scratch, const std::string& object, const std::string& named) {
  const std::string preprocessed = scratch + ".i", translated = scratch + ".ii";
  const std::string precompiled = current_precompiled(o, tools);
  words how;
  words command = cuda_preprocessor(o, tools, precompiled);
  append(command, dependency_flags(o, named));
  append(command, {file, "-o", preprocessed});
  show(o, command);
  words seen = preprocessor_flags(o, tools);
  append(seen, cuda_macros(o));
  strict_check strict(o, tools, seen, file);
  if (!o.only_show) {
    finished done = run_command(command, true, true);
    std::string text = done.status ? "" : read_file(preprocessed);
    if (o.keep_preprocessed && !done.status)
      write_file(std::filesystem::path(file).stem().string() + ".cpp4.ii", text);
    if (o.wants_comments && !tools.is_clang && may_say_falls_through(text)) {
      command.push_back("-C");
      show(o, command);
      done = run_command(command, true, true);
      text = done.status ? "" : read_file(preprocessed);
    }
    const std::string why = done.status ? explain_missing_header(done.captured) : "";
    std::fputs((why.empty() ? done.captured : why).c_str(), stderr);
    if (done.status) return as_own_status(done.status);
    if (const std::string refusal = explain_library_header(text, tools); !refusal.empty()) {
      std::fputs(refusal.c_str(), stderr);
      return kDoesNotCompile;
    }
    if (!precompiled.empty()) how = use_precompiled(tools, precompiled, text);
    if (!precompiled.empty() && o.writes_dependencies)
      forget_precompiled(precompiled, dependency_file(o, named));
    const int status = translate_file(text, translated, who_checks(o, tools), o);
    if (status != kDone) return status;
  }
  std::string input = translated;
  if (o.keep && !o.only_show) {
    input = std::filesystem::path(file).filename().string() + ".ii";
    write_file(input, read_file(translated));
    std::fprintf(stderr, "simcu: the translated file is %s\n", input.c_str());
  }
  command = tools.compiler;
  append(command, {"-x", "c++-cpp-output"});
  append(command, compiler_flags(o, tools));
  append(command, how);
  // The warnings below depend on the layout of the text, or on whether it came from a macro.
  append(command, {"-Wno-misleading-indentation"});
  if (tools.is_clang) append(command, {"-Wno-parentheses-equality", "-Qunused-arguments"});
  if (tools.is_clang && compiler_version(tools) >= 15) append(command, {"-Wno-gnu-line-marker"});
  const std::string assembly = shows_all_accesses(o, tools) ? scratch + ".s" : "";
  append(command, {assembly.empty() ? "-c" : "-S", input, "-o", assembly.empty() ? object : assembly});
  int status = kDone;
  show(o, command);
  if (!o.only_show) {
    if (isatty(STDERR_FILENO)) command.push_back("-fdiagnostics-color=always");
    const finished done = run_command(command, true, false);
    const std::string said = assertions_at_users_lines(done.captured, tools);
    std::fputs(without_stray_carets(said).c_str(), stderr);
    status = as_own_status(done.status);
  }
  if (!assembly.empty() && status == kDone) {
    if (!o.only_show) write_file(assembly, with_all_accesses_shown(read_file(assembly)));
    words assembler = tools.compiler;
    append(assembler, {"-c", "-x", "assembler", assembly, "-o", object});
    status = run_step(o, assembler);
  }
  if (const int refused = strict.finish(); status == kDone) status = refused;
  return status == kDone && o.check ? redirect_memory_functions(o, object) : status;
}

}  // namespace

words cuda_macros(const options& o) {
  return {"-D__SIMCU__=1",
          "-D__CUDACC__=1",
          "-D__NVCC__=1",
          "-D__CUDACC_VER_MAJOR__=13",
          "-D__CUDACC_VER_MINOR__=0",
          "-D__CUDACC_VER_BUILD__=0",
          "-D__CUDA_ARCH__=" + std::to_string(o.cuda_arch)};
}

words compiler_flags(const options& o, const toolchain& tools) {
  // Ubuntu's compilers define _FORTIFY_SOURCE, which hides memcpy from the checkers and moves crashes into a
  // header.
  words out = {o.standard, "-U_FORTIFY_SOURCE"};
  if (!o.check) out.push_back(o.optimisation);
  // With DWARF 5, binutils reads where a function was inlined only if its code is in one piece.
  if (tools.is_clang) out.push_back("-gdwarf-4");
  out.push_back(o.debug);
  // CUDA programs access the bits of one type through another, and round every operation separately. An
  // endless loop must stay endless, but C++ allows the compiler to remove it.
  append(out, {"-fno-strict-aliasing", "-ffp-contract=off", "-fno-finite-loops"});
  // A large local array must not reach past the guard page of a thread's stack into other memory.
  out.push_back("-fstack-clash-protection");
  append(out, o.common);
  if (o.check) append(out, check_flags(tools));
  return out;
}

input_kind kind_of(const link_item& item) {
  const std::string end = std::filesystem::path(item.text).extension().string();
  if (end == ".o" || end == ".a" || end == ".obj" || item.text.find(".so") != std::string::npos)
    return input_kind::object;
  if (item.as == language::cuda) return input_kind::cuda;
  if (item.as == language::cxx) return input_kind::cxx;
  if (end == ".cu") return input_kind::cuda;
  if (end == ".cpp" || end == ".cc" || end == ".cxx" || end == ".C" || end == ".c++" || end == ".ii")
    return input_kind::cxx;
  if (end == ".c") return input_kind::c;
  if (end == ".s" || end == ".S") return input_kind::assembler;
  throw bad_command_line(item.text +
                         ": simcu takes .cu, .cpp, .cc, .c, .o, .a and .so files (or any file after -x cu)");
}

int run_step(const options& o, const words& command) {
  show(o, command);
  return o.only_show ? kDone : as_own_status(run_command(command, false, false).status);
}

int compile_file(const options& o, const toolchain& tools, const link_item& item, const std::string& scratch,
                 const std::string& object, const std::string& named) {
  const input_kind kind = kind_of(item);
  if (kind == input_kind::cuda) return compile_cuda(o, tools, item.text, scratch, object, named);
  words command = tools.compiler;
  if (item.as == language::cxx) append(command, {"-x", "c++"});
  if (kind == input_kind::c) append(command, {"-x", "c"});
  if (kind == input_kind::cxx) command.push_back(o.standard);
  append(command, {o.optimisation, o.debug});
  append(command, o.common);
  append(command, preprocessor_flags(o, tools));
  append(command, words_for_host_files());
  append(command, include_flags(o));
  append(command, dependency_flags(o, named));
  append(command, {"-c", item.text, "-o", object});
  if (tools.is_clang) command.push_back("-Qunused-arguments");
  return run_step(o, command);
}

int preprocess_to_output(const options& o, const toolchain& tools, const link_item& item) {
  words command = cuda_preprocessor(o, tools, "");
  command.push_back(item.text);
  if (!o.output.empty()) append(command, {"-o", o.output});
  return run_step(o, command);
}

}  // namespace simcu_driver
