// SPDX-License-Identifier: Apache-2.0
#include "options.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "simcu/device_model.h"
#include "translator/unsupported.h"

namespace simcu_driver {
namespace {

bool starts_with(const std::string& text, const char* start) { return text.rfind(start, 0) == 0; }

// "a,b\,c" is "a" and "b,c".
std::vector<std::string> split_commas(const std::string& list) {
  std::vector<std::string> out(1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '\\' && i + 1 < list.size() && list[i + 1] == ',')
      out.back() += list[++i];
    else if (list[i] == ',')
      out.emplace_back();
    else
      out.back() += list[i];
  }
  return out;
}

// Separated by white space, unless quoted.
std::vector<std::string> read_response_file(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw bad_command_line("@" + path + ": this option file cannot be read");
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (char c; in.get(c);) {
    const bool is_quote = quote ? c == quote : c == '"' || c == '\'';
    if (!quote && std::isspace(static_cast<unsigned char>(c))) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (is_quote)
      quote = quote ? '\0' : c;
    else
      words.back() += c;
  }
  return words;
}

class reader {
 public:
  explicit reader(const std::vector<std::string>& arguments) : arguments_(arguments) {}

  options run() {
    const char* name = std::getenv("SIMCU_DEVICE");
    const simcu::model::device* device = simcu::model::device_named(name);
    if (device == nullptr)
      throw bad_command_line("SIMCU_DEVICE=" + std::string(name) +
                             ": there is no such device. The devices are: " + simcu::model::all_names());
    out_.cuda_arch = device->arch();
    while (next_ < arguments_.size()) one(std::string(arguments_[next_++]));
    return std::move(out_);
  }

 private:
  void one(const std::string& argument) {
    if (argument == "-")
      throw bad_command_line("simcu cannot read a program from standard input: name a .cu file");
    if (argument.empty()) throw bad_command_line("an argument is empty: it should be an option or a file");
    if (argument[0] == '@' && argument.size() > 1) {
      const std::vector<std::string> more = read_response_file(argument.substr(1));
      arguments_.insert(arguments_.begin() + static_cast<std::ptrdiff_t>(next_), more.begin(), more.end());
      return;
    }
    if (argument[0] != '-') {
      out_.items.push_back({argument, true, language_});
      return;
    }
    std::string value;
    bool has_value = false;
    const option* o = find_option(argument, &value, &has_value);
    if (!o) return host_option(argument);
    if (o->what == action::werror) return werror();
    if (o->value != takes::nothing && !has_value) {
      if (next_ >= arguments_.size()) throw bad_command_line(argument + " needs a value after it");
      value = arguments_[next_++];
    }
    if (o->value != takes::nothing && value.empty())
      throw bad_command_line(argument + " needs a value after it");
    apply(*o, argument, value);
  }

  void apply(const option& o, const std::string& argument, const std::string& value) {
    switch (o.what) {
      case action::ignore:
      case action::werror:
        return;
      case action::refuse:
        throw bad_command_line(argument + ": " + o.argument);
      case action::set:
        out_.*o.sets = true;
        out_.show_commands |= out_.only_show;
        return;
      case action::compile_separately:
        out_.compile_only = out_.separate = true;
        return;
      case action::separately:
        out_.separate = value == "true";
        return;
      case action::preprocess:
        return preprocess({o.argument + value});
      case action::preprocess_with_value:
        return preprocess({o.argument, value});
      case action::output:
        out_.output = value;
        return;
      case action::host_compiler:
        out_.host_compiler = value;
        return;
      case action::language:
        return language_is(value);
      case action::standard:
        return standard_is(value);
      case action::optimise:
        return host_option("-O" + value);
      case action::debug:
        out_.debug = "-g";
        return;
      case action::device_debug:
        out_.debug = "-g";
        if (!chose_optimisation_) out_.optimisation = "-O0";
        return preprocess({"-D__CUDACC_DEBUG__"});
      case action::architecture:
        return architecture(argument, value);
      case action::pass_to_compiler:
        for (const std::string& each : split_commas(value)) host_option(each);
        return;
      case action::pass_to_linker:
        for (const std::string& each : split_commas(value))
          out_.link.insert(out_.link.end(), {"-Xlinker", each});
        return;
      case action::include_file:
        for (const std::string& each : split_commas(value)) out_.include.push_back(each);
        return;
      case action::library:
        return library(value);
      case action::library_folder:
        out_.link.push_back("-L" + value);
        return;
    }
  }

  void preprocess(const std::vector<std::string>& more) {
    const std::string& flag = more.front();
    out_.writes_dependencies |= flag == "-MD" || flag == "-MMD";
    out_.names_dependency_file |= flag == "-MF";
    out_.names_dependency_target |= flag == "-MT" || flag == "-MQ";
    out_.preprocess.insert(out_.preprocess.end(), more.begin(), more.end());
  }

  // simcu has its own CUDA runtime, but none of CUDA's libraries.
  void library(const std::string& value) {
    for (const std::string& each : split_commas(value)) {
      if (each == "cudart" || each == "cudart_static" || each == "cudadevrt" || each == "cuda" ||
          each == "nvToolsExt")
        continue;
      const std::string why = why_library_is_unsupported(each);
      if (!why.empty()) throw bad_command_line(why);
      out_.items.push_back({"-l" + each, false, language_});
    }
  }

  void language_is(const std::string& value) {
    if (value == "cu" || value == "cuda")
      language_ = language::cuda;
    else if (value == "c++" || value == "c")
      language_ = language::cxx;
    else if (value == "none")
      language_ = language::by_name;
    else
      throw bad_command_line("-x " + value + ": the language must be cu or c++");
  }

  // simcu's own headers need C++17, like CUDA 13's.
  void standard_is(const std::string& value) {
    const bool gnu = starts_with(value, "gnu++");
    const std::string year = value.substr(gnu ? 5 : std::min<std::size_t>(3, value.size()));
    const bool old =
        year == "98" || year == "03" || year == "0x" || year == "11" || year == "1y" || year == "14";
    out_.standard = "-std=" + (old ? std::string(gnu ? "gnu++17" : "c++17") : value);
  }

  void architecture(const std::string& argument, const std::string& value) {
    if (value == "native" || starts_with(value, "all")) return;
    std::size_t at = std::string::npos;
    for (const char* start : {"compute_", "sm_", "lto_"})
      if (at == std::string::npos) at = value.find(start);
    const std::size_t digit = at == std::string::npos ? at : value.find_first_of("0123456789", at);
    if (digit == std::string::npos)
      throw bad_command_line(argument + ": write an architecture like sm_80, or native");
    out_.cuda_arch = std::atoi(value.substr(digit, 3).c_str()) * 10;
  }

  // nvcc's -Werror accepts its own kinds of warnings, which no host compiler knows.
  void werror() {
    static const char* const kKinds[] = {
        "all-warnings",           "cross-execution-space-call", "reorder",
        "default-stream-launch",  "missing-launch-bounds",      "ext-lambda-captures-this",
        "deprecated-declarations"};
    const std::string following = next_ < arguments_.size() ? arguments_[next_] : "";
    for (const char* kind : kKinds) {
      if (following.substr(0, following.find(',')) != kind) continue;
      ++next_;
      if (following.find("all-warnings") != std::string::npos) out_.common.push_back("-Werror");
      return;
    }
    out_.common.push_back("-Werror");
  }

  void host_option(const std::string& o) {
    if (o.empty()) return;
    if (o == "-Wextra" || o == "-W" || starts_with(o, "-Wimplicit-fallthrough")) out_.wants_comments = true;
    if (starts_with(o, "-O")) {
      out_.optimisation = o;
      chose_optimisation_ = true;
    } else if (starts_with(o, "-std=")) {
      standard_is(o.substr(5));
    } else if (starts_with(o, "-g") && !starts_with(o, "-gno")) {
      out_.debug = o;
    } else if (o == "-Werror=all-warnings") {
      out_.common.push_back("-Werror");
    } else if (starts_with(o, "-Wl,") || o == "-shared" || o == "--shared" || o == "-static" ||
               o == "-rdynamic" || o == "-s" || o == "-pie" || o == "-no-pie") {
      out_.link.push_back(o == "--shared" ? "-shared" : o);
    } else if (starts_with(o, "-Wp,") || starts_with(o, "-I") || starts_with(o, "-D") ||
               starts_with(o, "-U")) {
      out_.preprocess.push_back(o);
    } else {
      out_.common.push_back(o);
    }
  }

  std::vector<std::string> arguments_;
  std::size_t next_ = 0;
  language language_ = language::by_name;
  bool chose_optimisation_ = false;
  options out_;
};

}  // namespace

options parse_command_line(const std::vector<std::string>& arguments) { return reader(arguments).run(); }

}  // namespace simcu_driver
