// SPDX-License-Identifier: Apache-2.0
#include "strict.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <regex>
#include <sstream>

#include "build.h"
#include "precompiled.h"
#include "precompiled_file.h"
#include "source_lines.h"

namespace simcu_driver {
namespace {

struct diagnostic {
  std::string file, kind, text;  // `kind` is error or note
  int line = 0, column = 0;
  const source_lines* source = nullptr;
  std::string line_at(int number) const { return source->at(file, number); }
};

// "prog.cu:3:9: error: …"
bool parse(const std::string& line, const source_lines& source, diagnostic& d) {
  static const std::regex form("^(.*?):([0-9]+):([0-9]+): (?:fatal )?(error|note): (.*)$");
  std::smatch m;
  if (!std::regex_match(line, m, form)) return false;
  d = {m[1], m[4], m[5], std::stoi(m[2]), std::stoi(m[3]), &source};
  return true;
}

bool in_folder(const std::string& file, const std::string& folder) {
  return file.rfind(folder + "/", 0) == 0;
}

// Returns text such as "template <class T> T ", which precedes the declared name.
std::string specifiers_of(const diagnostic& declared) {
  std::string text = declared.line_at(declared.line);
  text.resize(std::min(text.size(), static_cast<std::size_t>(std::max(0, declared.column - 1))));
  for (int line = declared.line - 1; line > declared.line - 5 && line > 0; --line) {
    if (text.find_last_of(";{}") != std::string::npos) break;
    text = declared.line_at(line) + "\n" + text;
  }
  const std::size_t end = text.find_last_of(";{}");
  return end == std::string::npos ? text : text.substr(end + 1);
}

bool is_constexpr(const diagnostic& declared) {
  // Functions that are constexpr only from C++20 on are ordinary host functions for nvcc before C++20.
  return std::regex_search(specifiers_of(declared), std::regex("constexpr|[^20]_CONSTEXPR(?!_SINCE_CXX2)"));
}

bool is_consteval(const diagnostic& declared) {
  return std::regex_search(specifiers_of(declared), std::regex("\\bconsteval\\b"));
}

// nvcc refuses calls of constexpr host functions in device code, but not in __launch_bounds__.
bool in_launch_bounds(const diagnostic& use) {
  return use.line_at(use.line).find("__launch_bounds__") != std::string::npos;
}

// nvcc also accepts such calls in the initial value or the size of a device variable, which clang 18 treats
// as device code.
bool in_a_variable_of_the_device(const diagnostic& use) {
  static const std::regex variable("__(device|constant|managed)__[^(){};]*[=\\[{][^;]*$");
  constexpr int kLines = 100;
  std::string text = use.line_at(use.line).substr(0, static_cast<std::size_t>(std::max(0, use.column - 1)));
  for (int line = use.line - 1; line > 0 && use.line - line < kLines; --line) {
    const std::string before = use.line_at(line);
    if (before.find(';') != std::string::npos || before.rfind('}', 0) == 0) break;
    text = before + "\n" + text;
  }
  return std::regex_search(text.substr(text.rfind(';') + 1), variable);
}

bool names_libcudacxx(const diagnostic& error) {
  static const std::regex include("^ *# *include *<cuda/");
  return error.source->has(error.file, include);
}

const diagnostic* find_note(const std::vector<diagnostic>& notes, const char* text) {
  for (const diagnostic& n : notes)
    if (n.text.find(text) != std::string::npos) return &n;
  return nullptr;
}

// CUDA lets kernels call them, but simcu does not have them.
bool of_the_device_runtime(const std::string& name) {
  static const std::regex names(
      "cuda(Malloc|Free|(Memcpy|Memset)(2D|3D)?Async|EventCreateWithFlags|EventRecord|EventDestroy|"
      "StreamWaitEvent|DeviceGetAttribute|DeviceGetLimit|FuncGetAttributes|GetDeviceCount|"
      "OccupancyMaxActiveBlocksPerMultiprocessor)");
  return std::regex_match(name, names);
}

// sizeof(f(x)) does not call f.
bool is_unevaluated(const diagnostic& use) {
  static const std::regex asks("(sizeof|decltype|noexcept|alignof) *\\([^()]*$");
  const std::string line = use.line_at(use.line);
  return std::regex_search(line.substr(0, static_cast<std::size_t>(std::max(0, use.column - 1))), asks);
}

std::string callee_of(const diagnostic& error, const diagnostic& declared) {
  std::smatch m;
  static const std::regex named(
      "no matching (?:member )?(?:function for call to|constructor for initialization of) '(.*?)'.*");
  static const std::regex operation("operator *(\\(\\)|\\[\\]|[^\\s(\\w]+)");
  if (std::regex_match(error.text, m, named))
    return std::regex_replace(m[1].str(), std::regex("^const |\\[.*"), "");
  const std::string line = declared.line_at(declared.line).substr(0, 4096);
  const std::string name =
      line.substr(std::min(line.size(), static_cast<std::size_t>(std::max(0, declared.column - 1))));
  return std::regex_search(name, m, operation) ? "operator" + m[1].str() : "operator";
}

// Returns "" if nvcc would not complain. `notes` belong to the error.
std::string in_nvccs_terms(const diagnostic& error, const std::vector<diagnostic>& notes,
                           const toolchain& tools) {
  std::smatch m;
  static const std::regex wrong_side("reference to __host__ function '(.*)' in (.*) function");
  static const std::regex from(".*: call to __host__ function from (.*) function");
  static const std::regex device_function("reference to __device__ function '(.*)' in __host__ function");
  static const std::regex variable("reference to __host__ variable '(.*)' in .* function");
  static const std::regex no_kernel("kernel call to non-global function '?(.*?)'?");
  static const std::regex not_configured("call to global function '?(.*?)'? not configured");
  static const std::regex returns("kernel function type '(.*)' must have void return type");
  static const std::regex exceptions("cannot use '(throw|try)' in .* function");
  std::string callee, caller;
  const diagnostic* declared = nullptr;
  if (std::regex_match(error.text, m, wrong_side)) {
    callee = m[1], caller = m[2];
    declared = find_note(notes, "declared here");
  } else if ((declared = find_note(notes, "call to __host__ function from")) != nullptr &&
             std::regex_match(declared->text, m, from)) {
    caller = m[1];
    callee = callee_of(error, *declared);
  }
  if (!callee.empty()) {
    if (declared == nullptr || is_unevaluated(error) || is_consteval(*declared)) return "";
    const std::string name = declared->file.substr(declared->file.rfind('/') + 1);
    const bool api = name.find("_api.h") != std::string::npos || name == "runtime_templates.h";
    if (is_own_header(tools, declared->file) && !api) return "";
    // simcu's cuda::std is std, but nvcc's can also be used in device code.
    if (in_folder(declared->file, "/usr") && names_libcudacxx(error)) return "";
    if (api && of_the_device_runtime(callee)) return "simcu does not support " + callee + " in kernels";
    const bool constant = is_constexpr(*declared);
    if (constant && (in_launch_bounds(error) || in_a_variable_of_the_device(error))) return "";
    const bool both = caller == "__host__ __device__";
    return std::string("calling a ") + (constant ? "constexpr " : "") + "__host__ function(\"" + callee +
           "\") from a " + caller + " function is not allowed" +
           (constant ? ". The experimental flag '--expt-relaxed-constexpr' can be used to allow this." : "") +
           (both ? " (where nvcc only warns, it omits the call)" : "");
  }
  if (std::regex_match(error.text, m, device_function)) {
    callee = m[1];
    declared = find_note(notes, "declared here");
  } else if ((declared = find_note(notes, "call to __device__ function from __host__ function")) != nullptr) {
    callee = callee_of(error, *declared);
  }
  if (!callee.empty()) {  // device functions of simcu's and the system's headers are also host functions
    if (declared == nullptr || is_unevaluated(error) || is_own_header(tools, declared->file) ||
        in_folder(declared->file, "/usr"))
      return "";
    return "calling a __device__ function(\"" + callee + "\") from a __host__ function is not allowed";
  }
  if (std::regex_match(error.text, m, variable))
    return "identifier \"" + m[1].str() + "\" is undefined in device code: it is a host variable";
  if (std::regex_match(error.text, m, no_kernel))
    return "a host function call cannot be configured: \"" + m[1].str() + "\" is not __global__";
  if (std::regex_match(error.text, m, not_configured))
    return "a __global__ function call must be configured: launch \"" + m[1].str() +
           "\" with <<<grid, block>>>";
  if (const diagnostic* kernel = find_note(notes, "call to __global__ function from"))
    return "a __global__ function call must be configured: \"" + callee_of(error, *kernel) +
           "\" is a kernel, and a function that a kernel calls must be __device__";
  if (std::regex_match(error.text, returns)) return "a __global__ function must have a void return type";
  if (std::regex_match(error.text, exceptions)) return "device code does not support exception handling";
  if (error.text.find("dynamic initialization is not supported for") != std::string::npos)
    return "dynamic initialization is not supported for a __device__, __constant__ or __shared__ variable";
  return "";
}

// clang's wrappers of <algorithm>, <complex> and <new> make functions available on the device that nvcc
// leaves to the host. The check needs clang's other headers, which only clang finds.
words without_wrappers(const words& front_end) {
  words command = front_end;
  append(command, {"-###", "-x", "c++", "-fsyntax-only", "-"});
  const std::string said = run_command(command, true, true).captured;
  std::smatch m;
  if (!std::regex_search(said, m, std::regex("\"-resource-dir\" \"([^\"]*)\""))) return {};
  return {"-nobuiltininc", "-idirafter", m[1].str() + "/include"};
}

// Leaves out the prelude (simcu/strict.h).
words front_end_flags(const options& o, const toolchain& tools, const words& preprocessor) {
  words out = tools.front_end;
  append(out, {"-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_70", "-nocudainc", "-nocudalib",
               "-Wno-unknown-cuda-version", "-fsyntax-only", "-w", "-ferror-limit=0",
               "-fno-caret-diagnostics", "-fno-color-diagnostics", "-fno-spell-checking", o.standard});
  // With C++20's modules, clang finds the host's `printf` in the precompiled file instead of the device
  // function.
  append(out, {"-Xclang", "-fno-cxx-modules"});
  if (!allows_constexpr(preprocessor)) append(out, {"-Xclang", "-fno-cuda-host-device-constexpr"});
  for (std::size_t i = 0; i < preprocessor.size(); ++i) {  // leaves out -MD, -MF file and the like
    const std::string& flag = preprocessor[i];
    if (flag.rfind("-M", 0) != 0)
      out.push_back(flag);
    else if (flag == "-MF" || flag == "-MT" || flag == "-MQ")
      ++i;
  }
  out.push_back("-D__SIMCU_STRICT__=1");
  return out;
}

bool prelude_of(const options& o, const toolchain& tools, words& flags, std::string& file) {
  words preprocessor;
  if (tools.library.empty() || !macros_of(o, preprocessor) || !includes_the_systems(o)) return false;
  append(preprocessor, own_includes(tools));
  append(preprocessor, cuda_macros(o));
  flags = front_end_flags(o, tools, preprocessor);
  words key = flags;
  append(key, o.include);
  file = precompiled_file(tools, key, ".strict");
  return true;
}

words as_cc1(const words& flags) {
  words out;
  for (const std::string& flag : flags) append(out, {"-Xclang", flag});
  return out;
}

// Returns nothing if there is no current file.
words precompiled_prelude(const options& o, const toolchain& tools) {
  words flags;
  std::string file;
  if (!prelude_of(o, tools, flags, file)) return {};
  std::error_code missing;
  if (!is_current(file) || !std::filesystem::exists(file + ".flags", missing)) return {};
  flags.clear();
  std::istringstream lines(read_file(file + ".flags"));
  for (std::string line; std::getline(lines, line);) flags.push_back(line);
  append(flags, as_cc1({"-fallow-pch-with-compiler-errors", "-include-pch", file}));
  return flags;
}

// clang reports an error without a place if the command line or the precompiled file does not suit it.
bool could_not_begin(const finished& front_end) {
  if (front_end.status > 1) return true;
  for (const char* start : {"\nerror: ", "\nfatal error: ", "\nclang: error: "})
    if (("\n" + front_end.captured).find(start) != std::string::npos) return true;
  return false;
}

}  // namespace

void precompile_strict(const options& o, const toolchain& tools) {
  words flags;
  std::string file;
  if (o.not_strict || o.only_show || tools.front_end.empty() || !prelude_of(o, tools, flags, file)) return;
  const words wrappers = without_wrappers(tools.front_end);
  if (wrappers.empty() || is_current(file)) return;
  make_folder_of(file);
  output_file prelude(file), how(file + ".flags");
  const temporary_folder scratch;
  words command = flags;
  append(command, wrappers);
  // Some functions in the system's headers are invalid for a device, which is not the user's mistake.
  // Instantiates templates here, and not again for each file.
  append(command, as_cc1({"-emit-pch", "-fpch-instantiate-templates", "-fallow-pch-with-compiler-errors",
                          "-o", prelude.path(), "-dependency-file", scratch.file("rule"), "-MT", "prelude",
                          "-sys-header-deps"}));
  command.push_back(written_source(file, "#include <simcu/strict.h>\n" + text_of_includes(o.include)));
  std::error_code missing;
  if (run_command(command, true, true).status > 1 || !std::filesystem::exists(prelude.path(), missing))
    return;
  std::string lines;
  for (const std::string& flag : wrappers) lines += flag + "\n";
  write_file(how.path(), lines);
  how.keep();
  keep_precompiled(prelude, file, scratch.file("rule"), tools.front_end);
}

bool allows_constexpr(const words& preprocessor) {
  return std::any_of(preprocessor.begin(), preprocessor.end(), [](const std::string& flag) {
    return flag.find("__CUDACC_RELAXED_CONSTEXPR__") != std::string::npos;
  });
}

std::vector<std::string> as_nvcc_says(const std::string& clang_said, const std::string& file,
                                      const toolchain& tools) {
  const source_lines source(file);
  std::vector<diagnostic> all;
  std::string line;
  diagnostic d;
  for (std::size_t at = 0, end = 0; at < clang_said.size(); at = end + 1) {
    end = std::min(clang_said.find('\n', at), clang_said.size());
    if (parse(clang_said.substr(at, end - at), source, d)) all.push_back(d);
  }
  std::vector<std::string> out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].kind != "error") continue;
    std::vector<diagnostic> notes;
    for (std::size_t k = i + 1; k < all.size() && all[k].kind == "note"; ++k) notes.push_back(all[k]);
    if (is_own_header(tools, all[i].file) || in_folder(all[i].file, "/usr")) continue;
    const std::string sentence = in_nvccs_terms(all[i], notes, tools);
    const std::string text = all[i].file + ":" + std::to_string(all[i].line) + ": error: " + sentence;
    if (!sentence.empty() && std::find(out.begin(), out.end(), text) == out.end()) out.push_back(text);
  }
  return out;
}

strict_check::strict_check(const options& o, const toolchain& tools, const words& preprocessor,
                           const std::string& file)
    : file_(file), tools_(tools) {
  if (o.not_strict || o.only_show || tools.front_end.empty()) return;
  const words command = front_end_flags(o, tools, preprocessor), precompiled = precompiled_prelude(o, tools);
  words plain = command, fast = command;
  append(plain, {"-include", "simcu/strict.h"});
  append(plain, include_flags(o));
  plain.push_back(file);
  append(fast, precompiled);
  fast.push_back(file);
  if (o.show_commands) std::fprintf(stderr, "+ %s\n", as_text(precompiled.empty() ? plain : fast).c_str());
  running_ = std::async(std::launch::async, [=, has_prelude = !precompiled.empty(), clang = tools.front_end] {
    if (has_prelude)
      if (finished done = run_command(fast, true, true); !could_not_begin(done)) return done;
    words complete = plain;
    append(complete, without_wrappers(clang));
    return run_command(complete, true, true);
  });
}

int strict_check::finish() {
  if (!running_.valid()) return kDone;
  const std::vector<std::string> errors = as_nvcc_says(running_.get().captured, file_, tools_);
  for (const std::string& error : errors) std::fprintf(stderr, "%s\n", error.c_str());
  return errors.empty() ? kDone : kDoesNotCompile;
}

}  // namespace simcu_driver
