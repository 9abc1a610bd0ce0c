// SPDX-License-Identifier: Apache-2.0
#include "compilation.h"

#include <algorithm>

#include "../base/plain_file.h"
#include "../verifier/session.h"

namespace submission {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestFile = std::size_t{512} << 20;  // bytes of a file that the compiler writes
constexpr std::size_t kLongestText = std::size_t{32} << 20;   // bytes of preprocessed text, ten times a lab's
constexpr const char *kPlaceOfSource = "@SOURCE@", *kPlaceOfOutput = "@OUTPUT@";

sandbox::box box_of(const request& given, const fs::path& folder) {
  sandbox::box inside;
  inside.what = sandbox::role::compiler;
  inside.read = given.read;
  inside.write = {folder.string()};
  sandbox::add_system(inside);
  inside.bounds.file_bytes = kLongestFile;
  inside.bounds.address_bytes = given.memory_mib << 20;
  inside.bounds.cpu_seconds = 2 * given.seconds;  // above the limit on elapsed time, which is reported
  inside.bounds.open_files = 1024;
  return inside;
}

void drop_lines_with(std::string& text, const std::string& word) {
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word)) {
    const std::size_t begin = text.rfind('\n', at) + 1;
    text.erase(begin, std::min(text.find('\n', at), text.size() - 1) + 1 - begin);
  }
}

}  // namespace

void replace_all(std::string& text, const std::string& from, const std::string& by) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + by.size()))
    text.replace(at, from.size(), by);
}

compilation::compilation(const request& given, const fs::path& folder, const std::string& secret)
    : given_(given),
      secret_(secret),
      folder_(folder),
      inside_(box_of(given, folder)),
      file(folder / given.source.filename()),
      scratch(folder / "scratch"),
      object(folder / "submission.o"),
      made(folder / "runner"),
      rule(folder / "runner.d") {}

// The path does not reveal which runner the file becomes.
finished compilation::compile(std::string& fault) const {
  const std::string source = (fs::path("..") / file.filename()).string();
  return run(command({source}, object, {"-c", "-MD", "-MF", rule.string()}), {}, fault);
}
finished compilation::link(std::string& fault) const {
  std::vector<std::string> inputs{object.string()};
  inputs.insert(inputs.end(), given_.parts.begin(), given_.parts.end());
  return run(command(inputs, made, {}), given_.parts, fault);
}

// nvcc writes a second text, which only the device compiler reads.
own_text compilation::look_at_text(std::size_t regions) const {
  std::string text;
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(scratch, ignored))
    if (entry.path().extension() == ".ii" && entry.path().stem().extension() != ".cpp1")
      (void)verifier::read_plain_file(entry.path(), kLongestText, text);
  return read_own_text(text, secret_, regions, given_.ours);
}

std::vector<fs::path> compilation::included(const std::vector<fs::path>& listed, const own_text& seen) const {
  std::vector<fs::path> files;
  const auto is_a_regions = [&](const fs::path& path) {
    return path.filename().string().rfind(secret_, 0) == 0;
  };
  for (const fs::path& path : listed)
    if (!is_a_regions(path) && path != given_.source && path.lexically_normal() != file)
      files.push_back(path);
  for (const fs::path path : seen.included)
    if (!is_a_regions(path)) files.push_back(path.is_absolute() ? path : scratch / path);
  return files;
}

std::vector<std::string> compilation::command(const std::vector<std::string>& inputs, const fs::path& output,
                                              const std::vector<std::string>& more) const {
  std::vector<std::string> words;
  for (const std::string& word : given_.command) {
    if (word == kPlaceOfSource)
      words.insert(words.end(), inputs.begin(), inputs.end());
    else
      words.push_back(word == kPlaceOfOutput ? output.string() : word);
  }
  words[0] = found_on_path(words[0]);
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

finished compilation::run(const std::vector<std::string>& command, const std::vector<std::string>& parts,
                          std::string& fault) const {
  finished compiler;
  for (int tries = 0; tries < 2 && ended_by() == 0; ++tries) {
    const long killed = killed_for_memory();
    compiler = submission::run(inside_, command, scratch, given_.seconds, given_.memory_mib << 20);
    fault = compiler.error == 0 && compiler.status == 0 ? "" : fault_of(compiler, parts, killed, folder_);
    if (fault.empty()) break;
  }
  replace_all(compiler.said, folder_.string() + "/", "");
  replace_all(compiler.said, "../" + file.filename().string(), file.filename().string());
  replace_all(compiler.said, given_.source.string(), given_.name);
  drop_lines_with(compiler.said, secret_);  // lines about the inclusion of a region
  compiler.said = verifier::printable(compiler.said);
  return compiler;
}

}  // namespace submission
