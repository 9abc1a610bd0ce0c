// SPDX-License-Identifier: Apache-2.0
#include "includes.h"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

namespace submission {

const char* const kIncludeRule =
    "A solution may include only the headers of its own lab's folder, of common/lab, of CUDA and of C++.";
const char* const kLibraryRule =
    "Sorting, scanning and merging are the exercises, so a solution may not use Thrust, CUB, Boost, "
    "<cooperative_groups/scan.h>, <parallel/…> or <execution>.";

namespace {

namespace fs = std::filesystem;

bool is_below(const fs::path& file, const fs::path& folder) {
  const std::string start = folder.string() + "/";
  return file == folder || file.string().rfind(start, 0) == 0;
}

fs::path real(const fs::path& path) {
  std::error_code failed;
  const fs::path found = fs::canonical(path, failed);
  return failed ? path.lexically_normal() : found;
}

// Other files next to a lab's headers, such as solutions, tables and submissions, may not be included.
bool has_a_headers_name(const fs::path& file) {
  for (const char* end : {"", ".h", ".hh", ".hpp", ".hxx", ".cuh", ".inl", ".inc", ".ipp", ".tcc", ".def"})
    if (file.extension() == end) return true;
  return false;
}

// Returns ":12" if line 12 of the source includes a file of this name; otherwise "".
std::string line_naming(const std::string& file, const std::string& source) {
  std::istringstream lines(source);
  int number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    if (line.find("include") != std::string::npos && line.find(file) != std::string::npos)
      return ":" + std::to_string(number);
  }
  return "";
}

}  // namespace

std::vector<fs::path> dependencies(const std::string& rule, const fs::path& folder) {
  std::vector<fs::path> files;
  std::string word;
  std::size_t at = rule.find(": ");
  if (at == std::string::npos) return files;
  const auto end_word = [&] {
    if (!word.empty()) files.push_back(fs::path(word).is_absolute() ? fs::path(word) : folder / word);
    word.clear();
  };
  for (++at; at < rule.size(); ++at) {
    const char c = rule[at], next = at + 1 < rule.size() ? rule[at + 1] : '\0';
    if (c == '\\' && next == '\n') {
      end_word();
      ++at;
    } else if ((c == '\\' && (next == ' ' || next == '#')) || (c == '$' && next == '$')) {
      word += next;
      ++at;
    } else if (c == '\n') {
      break;  // any further rules are from -MP
    } else if (c == ' ') {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  return files;
}

bool is_system_header(const fs::path& file) {
  const std::string path = file.string();
  for (const char* folder : {"/usr/include/", "/usr/local/include/", "/usr/lib/gcc/", "/usr/lib64/gcc/",
                             "/usr/lib/clang/", "/usr/lib/llvm"})
    if (path.rfind(folder, 0) == 0) return true;
  return false;
}

bool is_library_of_algorithms(const fs::path& file) {
  const std::string path = file.string();
  for (const char* part : {"/include/thrust/", "/include/cub/", "/cccl/thrust/", "/cccl/cub/",
                           "/simcu/thrust/", "/simcu/cub/", "/cooperative_groups/scan.h", "/simcu/cg/scan.h",
                           "/include/tbb/", "/include/oneapi/", "/include/boost/"})
    if (path.find(part) != std::string::npos) return true;
  // parallel/algo.h has the algorithms of <parallel/algorithm>. Every <algorithm> declares overloads with an
  // execution policy, and pstl/…_impl.h defines them.
  const std::size_t own = path.find("/c++/");
  if (own == std::string::npos) return false;
  const bool impl = path.size() > 7 && path.compare(path.size() - 7, 7, "_impl.h") == 0;
  return path.find("/parallel/", own) != std::string::npos ||
         (impl && path.find("/pstl/", own) != std::string::npos);
}

std::string foreign_include(const std::vector<fs::path>& files, const std::vector<fs::path>& allowed,
                            const std::string& source, const std::string& name) {
  std::vector<fs::path> folders;
  for (const fs::path& folder : allowed) folders.push_back(real(folder));
  for (const fs::path& file : files) {
    const fs::path found = real(file);
    bool known = is_system_header(found);
    for (const fs::path& folder : folders)
      known = known || found == folder || (is_below(found, folder) && has_a_headers_name(found));
    const bool library = is_library_of_algorithms(found);
    if (known && !library) continue;
    return fmt::format("{}{}: it includes {}. {}", name, line_naming(file.filename().string(), source),
                       found.string(), library ? kLibraryRule : kIncludeRule);
  }
  return "";
}

}  // namespace submission
