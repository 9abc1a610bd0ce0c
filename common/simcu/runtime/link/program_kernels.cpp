// SPDX-License-Identifier: Apache-2.0
#include "link/program_kernels.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/symbolize.h"

namespace simcu {
namespace {

constexpr std::string_view kPrefix = "_ZN5simcu11run_threadsI";  // simcu::run_threads<

// The program's file, as long as this lives.
class own_file {
 public:
  own_file() {
    const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (fd >= 0 && fstat(fd, &info) == 0) {
      void* p = mmap(nullptr, static_cast<std::size_t>(info.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
      if (p != MAP_FAILED) bytes_ = {static_cast<const char*>(p), static_cast<std::size_t>(info.st_size)};
    }
    if (fd >= 0) close(fd);
  }
  ~own_file() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  own_file(const own_file&) = delete;
  own_file& operator=(const own_file&) = delete;

  // `count` objects that begin there; null: the file does not reach so far.
  template <class T>
  const T* at(std::size_t offset, std::size_t count = 1) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }

 private:
  std::string_view bytes_;
};

std::vector<std::size_t> offsets_of_kernels() {
  std::vector<std::size_t> found;
  const own_file file;
  const auto* header = file.at<Elf64_Ehdr>(0);
  if (header == nullptr) return found;
  const auto* sections = file.at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
  for (unsigned i = 0; sections != nullptr && i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    const std::size_t count = sections[i].sh_size / sizeof(Elf64_Sym);
    const Elf64_Shdr& strings = sections[sections[i].sh_link];
    const auto* symbols = file.at<Elf64_Sym>(sections[i].sh_offset, count);
    const char* names = file.at<char>(strings.sh_offset, strings.sh_size);
    for (std::size_t s = 0; symbols != nullptr && names != nullptr && s < count; ++s)
      if (ELF64_ST_TYPE(symbols[s].st_info) == STT_FUNC && symbols[s].st_name < strings.sh_size &&
          std::string_view(names + symbols[s].st_name, strings.sh_size - symbols[s].st_name)
                  .substr(0, kPrefix.size()) == kPrefix)
        found.push_back(symbols[s].st_value);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace

bool runs_a_kernel(const void* code) {
  static const std::vector<std::size_t> kernels = offsets_of_kernels();
  return std::binary_search(kernels.begin(), kernels.end(), offset_in_program(code));
}

}  // namespace simcu
