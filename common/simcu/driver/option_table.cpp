// SPDX-License-Identifier: Apache-2.0
// nvcc's options, each with one or two dashes. Options that are not here go to the host compiler unchanged.
#include "options.h"

namespace simcu_driver {
namespace {

using t = takes;
using a = action;

constexpr const char* kNoDeviceCode =
    "simcu produces no device code, only programs for this computer's processor";
constexpr const char* kNoDeviceLink =
    "device code is not linked separately: link the objects with `simcu a.o b.o -o prog`";
constexpr const char* kNoLibrary =
    "compile the objects with -c, and build the library with `ar rcs library.a objects`";
constexpr const char* kNoRun = "build the program with -o, then run it yourself";
constexpr const char* kNotNvccs =
    "nvcc has no such option; --dryrun shows the commands and runs none of them";

const option kOptions[] = {
    // requests to simcu itself
    {"check", &options::check},
    {"no-strict", &options::not_strict},
    {"keep-preprocessed", &options::keep_preprocessed},
    {"precompile", &options::precompile},
    {"help h", &options::show_help},
    {"version V", &options::show_version},
    {"keep save-temps", &options::keep},
    {"v verbose", &options::show_commands},
    {"dryrun", &options::only_show},
    {"###", t::nothing, a::refuse, kNotNvccs},
    {"o", t::joined_or_value, a::output},
    {"output-file", t::value, a::output},
    {"c compile dw", &options::compile_only},
    {"dc device-c", t::nothing, a::compile_separately},
    {"E preprocess", &options::preprocess_only},
    {"ptx cubin fatbin", t::nothing, a::refuse, kNoDeviceCode},
    {"dlink device-link", t::nothing, a::refuse, kNoDeviceLink},
    {"lib", t::nothing, a::refuse, kNoLibrary},
    {"run", t::nothing, a::refuse, kNoRun},
    // the host compiler and its language
    {"ccbin compiler-bindir", t::value, a::host_compiler},
    {"x", t::joined_or_value, a::language},
    {"std", t::value, a::standard},
    {"optimize", t::value, a::optimise},
    {"g debug", t::nothing, a::debug},
    {"G device-debug", t::nothing, a::device_debug},
    {"Xcompiler compiler-options", t::value, a::pass_to_compiler},
    {"Xlinker linker-options", t::value, a::pass_to_linker},
    {"Werror", t::value, a::werror},
    // folders, macros and libraries
    {"I", t::joined_or_value, a::preprocess_with_value, "-I"},
    {"include-path", t::value, a::preprocess_with_value, "-I"},
    {"isystem", t::joined_or_value, a::preprocess_with_value, "-isystem"},
    {"system-include", t::value, a::preprocess_with_value, "-isystem"},
    {"include pre-include", t::value, a::include_file},
    {"D", t::joined_or_value, a::preprocess, "-D"},
    {"define-macro", t::value, a::preprocess, "-D"},
    {"U", t::joined_or_value, a::preprocess, "-U"},
    {"undefine-macro", t::value, a::preprocess, "-U"},
    {"l", t::joined_or_value, a::library},
    {"library", t::value, a::library},
    {"L", t::joined_or_value, a::library_folder},
    {"library-path", t::value, a::library_folder},
    {"MD", t::nothing, a::preprocess, "-MD"},
    {"MMD", t::nothing, a::preprocess, "-MMD"},
    {"MP", t::nothing, a::preprocess, "-MP"},
    {"MF", t::value, a::preprocess_with_value, "-MF"},
    {"MT", t::value, a::preprocess_with_value, "-MT"},
    {"MQ", t::value, a::preprocess_with_value, "-MQ"},
    {"iquote", t::joined_or_value, a::preprocess_with_value, "-iquote"},
    {"idirafter", t::joined_or_value, a::preprocess_with_value, "-idirafter"},
    {"arch gpu-architecture gencode generate-code", t::value, a::architecture},
    {"rdc relocatable-device-code", t::value, a::separately},
    {"use_fast_math", t::nothing, a::preprocess, "-D__USE_FAST_MATH__"},
    {"expt-relaxed-constexpr", t::nothing, a::preprocess, "-D__CUDACC_RELAXED_CONSTEXPR__"},
    {"extended-lambda expt-extended-lambda", t::nothing, a::preprocess, "-D__CUDACC_EXTENDED_LAMBDA__"},
    // options without a meaning for a simulated device
    {"t", t::joined_or_value, a::ignore},
    {"code gpu-code Xptxas ptxas-options Xnvlink nvlink-options Xcudafe cudafe-options Xarchive diag-suppress "
     "diag-error diag-warn maxrregcount ftz prec-div prec-sqrt fmad dopt default-stream cudart cudadevrt threads "
     "keep-dir",
     t::value, a::ignore},
    {"ewp extensible-whole-program lineinfo generate-line-info src-in-ptx source-in-ptx err-no "
     "display-error-number no-err-no no-display-error-number Wno-deprecated-gpu-targets "
     "Wdefault-stream-launch Wmissing-launch-bounds Wext-lambda-captures-this res-usage resource-usage restrict "
     "dlto dlink-time-opt m64 noprof forward-unknown-to-host-compiler forward-unknown-opts "
     "forward-unknown-to-host-linker allow-unsupported-compiler link",
     t::nothing, a::ignore},
};

bool all_digits(const std::string& text) { return text.find_first_not_of("0123456789") == std::string::npos; }

}  // namespace

const option* find_option(const std::string& argument, std::string* value, bool* has_value) {
  *has_value = false;
  const bool two_dashes = argument.compare(0, 2, "--") == 0;
  const std::string word = argument.substr(two_dashes ? 2 : 1);
  const option* best = nullptr;
  std::size_t longest = 0;
  for (const option& o : kOptions) {
    for (const std::string_view name : o.names) {
      if (word == name) {
        *has_value = false;
        value->clear();
        return &o;
      }
      if (word.compare(0, name.size(), name) != 0 || o.value == takes::nothing) continue;
      if (o.what == action::werror) continue;  // -Werror=warning is an option of the host compiler
      const bool equals = word[name.size()] == '=';
      if (!equals && (o.value != takes::joined_or_value || two_dashes)) continue;
      const std::string joined = word.substr(name.size() + equals);
      if (!equals && name == "t" && !all_digits(joined)) continue;
      if (!equals && name == "o") continue;  // many options of nvcc begin with o
      if (longest > name.size()) continue;
      best = &o;
      longest = name.size();
      *value = joined;
      *has_value = true;
    }
  }
  return best;
}

}  // namespace simcu_driver
