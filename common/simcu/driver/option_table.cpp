// SPDX-License-Identifier: Apache-2.0
// nvcc's options, each with one or two dashes. Options that are not here go to the host compiler unchanged.
#include "options.h"

namespace simcu_driver {
namespace {

using t = takes;
using a = action;

constexpr const char* kNoDeviceCode =
    "there is no device code: simcu makes programs for this computer's processor";
constexpr const char* kNoDeviceLink =
    "device code is not linked apart: link the objects with `simcu a.o b.o -o prog`";
constexpr const char* kNoLibrary =
    "make the objects with -c, and the library with `ar rcs library.a objects`";
constexpr const char* kNoRun = "make the program with -o, then start it yourself";
constexpr const char* kNotNvccs =
    "nvcc has no such option; --dryrun shows the commands and runs none of them";

constexpr option kOptions[] = {
    // what is asked of simcu
    {"check", t::nothing, a::check, nullptr},
    {"no-strict", t::nothing, a::not_strict, nullptr},
    {"keep-preprocessed", t::nothing, a::keep_preprocessed, nullptr},
    {"precompile", t::nothing, a::precompile, nullptr},
    {"help", t::nothing, a::help, nullptr},
    {"h", t::nothing, a::help, nullptr},
    {"version", t::nothing, a::version, nullptr},
    {"V", t::nothing, a::version, nullptr},
    {"keep", t::nothing, a::keep, nullptr},
    {"save-temps", t::nothing, a::keep, nullptr},
    {"v", t::nothing, a::verbose, nullptr},
    {"verbose", t::nothing, a::verbose, nullptr},
    {"dryrun", t::nothing, a::dry_run, nullptr},
    {"###", t::nothing, a::refuse, kNotNvccs},
    // what to make
    {"o", t::joined_or_value, a::output, nullptr},
    {"output-file", t::value, a::output, nullptr},
    {"c", t::nothing, a::compile, nullptr},
    {"compile", t::nothing, a::compile, nullptr},
    {"dc", t::nothing, a::compile_separately, nullptr},
    {"device-c", t::nothing, a::compile_separately, nullptr},
    {"dw", t::nothing, a::compile, nullptr},
    {"E", t::nothing, a::preprocess, nullptr},
    {"preprocess", t::nothing, a::preprocess, nullptr},
    {"ptx", t::nothing, a::refuse, kNoDeviceCode},
    {"cubin", t::nothing, a::refuse, kNoDeviceCode},
    {"fatbin", t::nothing, a::refuse, kNoDeviceCode},
    {"dlink", t::nothing, a::refuse, kNoDeviceLink},
    {"device-link", t::nothing, a::refuse, kNoDeviceLink},
    {"lib", t::nothing, a::refuse, kNoLibrary},
    {"run", t::nothing, a::refuse, kNoRun},
    // the host compiler and its language
    {"ccbin", t::value, a::host_compiler, nullptr},
    {"compiler-bindir", t::value, a::host_compiler, nullptr},
    {"x", t::joined_or_value, a::language, nullptr},
    {"std", t::value, a::standard, nullptr},
    {"optimize", t::value, a::optimise, nullptr},
    {"g", t::nothing, a::debug, nullptr},
    {"debug", t::nothing, a::debug, nullptr},
    {"G", t::nothing, a::device_debug, nullptr},
    {"device-debug", t::nothing, a::device_debug, nullptr},
    {"Xcompiler", t::value, a::pass_to_compiler, nullptr},
    {"compiler-options", t::value, a::pass_to_compiler, nullptr},
    {"Xlinker", t::value, a::pass_to_linker, nullptr},
    {"linker-options", t::value, a::pass_to_linker, nullptr},
    {"Werror", t::value, a::werror, nullptr},
    // folders, macros and libraries
    {"I", t::joined_or_value, a::include_folder, nullptr},
    {"include-path", t::value, a::include_folder, nullptr},
    {"isystem", t::joined_or_value, a::system_folder, nullptr},
    {"system-include", t::value, a::system_folder, nullptr},
    {"include", t::value, a::include_file, nullptr},
    {"pre-include", t::value, a::include_file, nullptr},
    {"D", t::joined_or_value, a::define, nullptr},
    {"define-macro", t::value, a::define, nullptr},
    {"U", t::joined_or_value, a::undefine, nullptr},
    {"undefine-macro", t::value, a::undefine, nullptr},
    {"l", t::joined_or_value, a::library, nullptr},
    {"library", t::value, a::library, nullptr},
    {"L", t::joined_or_value, a::library_folder, nullptr},
    {"library-path", t::value, a::library_folder, nullptr},
    {"MD", t::nothing, a::preprocessor_flag, nullptr},
    {"MMD", t::nothing, a::preprocessor_flag, nullptr},
    {"MP", t::nothing, a::preprocessor_flag, nullptr},
    {"MF", t::value, a::preprocessor_flag, nullptr},
    {"MT", t::value, a::preprocessor_flag, nullptr},
    {"MQ", t::value, a::preprocessor_flag, nullptr},
    {"iquote", t::joined_or_value, a::preprocessor_flag, nullptr},
    {"idirafter", t::joined_or_value, a::preprocessor_flag, nullptr},
    // the device
    {"arch", t::value, a::architecture, nullptr},
    {"gpu-architecture", t::value, a::architecture, nullptr},
    {"gencode", t::value, a::architecture, nullptr},
    {"generate-code", t::value, a::architecture, nullptr},
    {"use_fast_math", t::nothing, a::define_flag, "__USE_FAST_MATH__"},
    {"expt-relaxed-constexpr", t::nothing, a::define_flag, "__CUDACC_RELAXED_CONSTEXPR__"},
    {"extended-lambda", t::nothing, a::define_flag, "__CUDACC_EXTENDED_LAMBDA__"},
    {"expt-extended-lambda", t::nothing, a::define_flag, "__CUDACC_EXTENDED_LAMBDA__"},
    // without a meaning for a simulated device
    {"t", t::joined_or_value, a::ignore, nullptr},
    {"code", t::value, a::ignore, nullptr},
    {"gpu-code", t::value, a::ignore, nullptr},
    {"rdc", t::value, a::separately, nullptr},
    {"relocatable-device-code", t::value, a::separately, nullptr},
    {"Xptxas", t::value, a::ignore, nullptr},
    {"ptxas-options", t::value, a::ignore, nullptr},
    {"Xnvlink", t::value, a::ignore, nullptr},
    {"nvlink-options", t::value, a::ignore, nullptr},
    {"Xcudafe", t::value, a::ignore, nullptr},
    {"cudafe-options", t::value, a::ignore, nullptr},
    {"Xarchive", t::value, a::ignore, nullptr},
    {"diag-suppress", t::value, a::ignore, nullptr},
    {"diag-error", t::value, a::ignore, nullptr},
    {"diag-warn", t::value, a::ignore, nullptr},
    {"maxrregcount", t::value, a::ignore, nullptr},
    {"ftz", t::value, a::ignore, nullptr},
    {"prec-div", t::value, a::ignore, nullptr},
    {"prec-sqrt", t::value, a::ignore, nullptr},
    {"fmad", t::value, a::ignore, nullptr},
    {"dopt", t::value, a::ignore, nullptr},
    {"default-stream", t::value, a::ignore, nullptr},
    {"cudart", t::value, a::ignore, nullptr},
    {"cudadevrt", t::value, a::ignore, nullptr},
    {"threads", t::value, a::ignore, nullptr},
    {"keep-dir", t::value, a::ignore, nullptr},
    {"ewp", t::nothing, a::ignore, nullptr},
    {"extensible-whole-program", t::nothing, a::ignore, nullptr},
    {"lineinfo", t::nothing, a::ignore, nullptr},
    {"generate-line-info", t::nothing, a::ignore, nullptr},
    {"src-in-ptx", t::nothing, a::ignore, nullptr},
    {"source-in-ptx", t::nothing, a::ignore, nullptr},
    {"err-no", t::nothing, a::ignore, nullptr},
    {"display-error-number", t::nothing, a::ignore, nullptr},
    {"no-err-no", t::nothing, a::ignore, nullptr},
    {"no-display-error-number", t::nothing, a::ignore, nullptr},
    {"Wno-deprecated-gpu-targets", t::nothing, a::ignore, nullptr},
    {"Wdefault-stream-launch", t::nothing, a::ignore, nullptr},
    {"Wmissing-launch-bounds", t::nothing, a::ignore, nullptr},
    {"Wext-lambda-captures-this", t::nothing, a::ignore, nullptr},
    {"res-usage", t::nothing, a::ignore, nullptr},
    {"resource-usage", t::nothing, a::ignore, nullptr},
    {"restrict", t::nothing, a::ignore, nullptr},
    {"dlto", t::nothing, a::ignore, nullptr},
    {"dlink-time-opt", t::nothing, a::ignore, nullptr},
    {"m64", t::nothing, a::ignore, nullptr},
    {"noprof", t::nothing, a::ignore, nullptr},
    {"forward-unknown-to-host-compiler", t::nothing, a::ignore, nullptr},
    {"forward-unknown-opts", t::nothing, a::ignore, nullptr},
    {"forward-unknown-to-host-linker", t::nothing, a::ignore, nullptr},
    {"allow-unsupported-compiler", t::nothing, a::ignore, nullptr},
    {"link", t::nothing, a::ignore, nullptr},
};

bool all_digits(const std::string& text) { return text.find_first_not_of("0123456789") == std::string::npos; }

}  // namespace

const option* find_option(const std::string& argument, std::string* value, bool* has_value) {
  *has_value = false;
  const bool two_dashes = argument.compare(0, 2, "--") == 0;
  const std::string word = argument.substr(two_dashes ? 2 : 1);
  const option* best = nullptr;
  for (const option& o : kOptions) {
    const std::string name = o.name;
    if (word == name) {
      *has_value = false;
      return &o;
    }
    if (word.compare(0, name.size(), name) != 0 || o.value == takes::nothing) continue;
    if (o.what == action::werror) continue;  // -Werror=warning is the host compiler's
    const bool equals = word[name.size()] == '=';
    if (!equals && (o.value != takes::joined_or_value || two_dashes)) continue;
    const std::string joined = word.substr(name.size() + equals);
    if (!equals && name == "t" && !all_digits(joined)) continue;
    if (!equals && name == "o") continue;  // nvcc has many options that start so
    if (best && std::string(best->name).size() > name.size()) continue;
    best = &o;
    *value = joined;
    *has_value = true;
  }
  return best;
}

}  // namespace simcu_driver
