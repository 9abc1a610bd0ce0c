// SPDX-License-Identifier: Apache-2.0
// From the program's own symbol table: a kernel that uses one of these variables uses host memory.
#include "state/host_variables.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

extern "C" char __executable_start;

namespace simcu::check {
namespace {

struct variable {
  std::uintptr_t address;
  std::size_t bytes;
  std::string name;  // mangled
};

// Templates' variables and static members of classes may be the device's (weak); so may variables that are
// local to a function other than a main. Other names with simcu in them belong to simcu's headers.
bool is_surely_the_hosts(const ElfW(Sym) & s, const char* name) {
  const unsigned binding = s.st_info >> 4;
  if ((s.st_info & 15) != STT_OBJECT || (binding != STB_LOCAL && binding != STB_GLOBAL) || s.st_size == 0)
    return false;
  if (std::strstr(name, "simcu") || std::strncmp(name, "_ZGV", 4) == 0 || std::strncmp(name, "_ZT", 3) == 0)
    return false;
  return std::strncmp(name, "_ZZ", 3) != 0 || std::strstr(name, "4mainE") != nullptr;
}

std::vector<variable> read_variables(const char* file, std::size_t size) {
  std::vector<variable> out;
  const auto* header = reinterpret_cast<const ElfW(Ehdr)*>(file);
  if (size < sizeof *header || header->e_shoff + header->e_shnum * sizeof(ElfW(Shdr)) > size) return out;
  const auto* sections = reinterpret_cast<const ElfW(Shdr)*>(file + header->e_shoff);
  const std::uintptr_t base =
      header->e_type == ET_DYN ? reinterpret_cast<std::uintptr_t>(&__executable_start) : 0;
  const char* section_names = file + sections[header->e_shstrndx].sh_offset;
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* symbols = reinterpret_cast<const ElfW(Sym)*>(file + sections[i].sh_offset);
    const char* names = file + sections[sections[i].sh_link].sh_offset;
    for (std::size_t k = 0; k < sections[i].sh_size / sizeof *symbols; ++k) {
      const ElfW(Sym)& s = symbols[k];
      if (s.st_shndx == SHN_UNDEF || s.st_shndx >= header->e_shnum) continue;
      const ElfW(Shdr)& home = sections[s.st_shndx];
      const char* home_name = section_names + home.sh_name;
      const bool data = std::strcmp(home_name, ".data") == 0 || std::strcmp(home_name, ".bss") == 0;
      if (data && is_surely_the_hosts(s, names + s.st_name))
        out.push_back({base + s.st_value, s.st_size, names + s.st_name});
    }
  }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.address < b.address; });
  return out;
}

const std::vector<variable>& variables() {
  static const std::vector<variable> all = [] {
    std::vector<variable> out;
    const int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat info {};
    if (fd < 0) return out;
    if (fstat(fd, &info) == 0 && info.st_size > 0) {
      const auto size = static_cast<std::size_t>(info.st_size);
      void* p = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd, 0);
      if (p != MAP_FAILED) {
        out = read_variables(static_cast<const char*>(p), size);
        munmap(p, size);
      }
    }
    close(fd);
    return out;
  }();
  return all;
}

}  // namespace

bool is_host_variable(std::uintptr_t a) {
  constexpr std::size_t kRecent = 64;
  static struct {
    std::uintptr_t word = 0;
    bool host = false;
  } recent[kRecent];
  auto& r = recent[(a >> 2) % kRecent];
  if (r.word == a) return r.host;
  const auto& all = variables();
  const auto after = std::upper_bound(all.begin(), all.end(), a,
                                      [](std::uintptr_t x, const variable& v) { return x < v.address; });
  r.word = a;
  r.host = after != all.begin() && a < std::prev(after)->address + std::prev(after)->bytes;
  return r.host;
}

}  // namespace simcu::check
