// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdlib.h>

#include <filesystem>
#include <stdexcept>
#include <string>

// A new and empty folder, removed by the destructor.
class own_folder {
 public:
  own_folder() {
    std::string name = (std::filesystem::temp_directory_path() / "grader-test-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot create a folder at " + name);
    path = name;
  }
  ~own_folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  own_folder(const own_folder&) = delete;
  own_folder& operator=(const own_folder&) = delete;
  std::filesystem::path path;
};
