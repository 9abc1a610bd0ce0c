// SPDX-License-Identifier: Apache-2.0
#include "base/program_symbols.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string_view>

extern "C" char __executable_start;

namespace simcu {
namespace {

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

  template <class T>
  const T* at(std::size_t offset, std::size_t count = 1) const {
    if (offset > bytes_.size() || count > (bytes_.size() - offset) / sizeof(T)) return nullptr;
    return reinterpret_cast<const T*>(bytes_.data() + offset);
  }
  const char* text(const ElfW(Shdr) & strings, std::size_t place) const {
    const char* const texts = at<char>(strings.sh_offset, strings.sh_size);
    return texts != nullptr && place < strings.sh_size ? texts + place : "";
  }

 private:
  std::string_view bytes_;
};

}  // namespace

void each_program_symbol(const std::function<void(const program_symbol&)>& use) {
  const own_file file;
  const auto* header = file.at<ElfW(Ehdr)>(0);
  const auto* sections = header != nullptr ? file.at<ElfW(Shdr)>(header->e_shoff, header->e_shnum) : nullptr;
  if (sections == nullptr || header->e_shstrndx >= header->e_shnum) return;
  const std::uintptr_t base =
      header->e_type == ET_DYN ? reinterpret_cast<std::uintptr_t>(&__executable_start) : 0;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB || sections[i].sh_link >= header->e_shnum) continue;
    const std::size_t count = sections[i].sh_size / sizeof(ElfW(Sym));
    const auto* symbols = file.at<ElfW(Sym)>(sections[i].sh_offset, count);
    for (std::size_t k = 0; symbols != nullptr && k < count; ++k) {
      const ElfW(Sym)& s = symbols[k];
      if (s.st_shndx == SHN_UNDEF || s.st_shndx >= header->e_shnum) continue;
      use({file.text(sections[sections[i].sh_link], s.st_name),
           file.text(sections[header->e_shstrndx], sections[s.st_shndx].sh_name), base + s.st_value,
           s.st_size, s.st_info & 15U, static_cast<unsigned>(s.st_info >> 4)});
    }
  }
}

}  // namespace simcu
