// SPDX-License-Identifier: Apache-2.0
#include "symbols.h"

#include <dlfcn.h>
#include <elf.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

namespace submission {
namespace {

// An ELF file's sections; none if it is no such file, or is cut off.
struct elf_file {
  explicit elf_file(const std::filesystem::path& file) {
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(file, failed);
    if (failed) return;
    bytes.resize(size);
    std::ifstream in(file, std::ios::binary);
    in.read(bytes.data(), static_cast<std::streamsize>(size));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    Elf64_Ehdr header;
    if (!read_at(bytes, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
        header.e_ident[EI_CLASS] != ELFCLASS64)
      return;
    std::vector<Elf64_Shdr> all(header.e_shnum);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (!read_at(bytes, header.e_shoff + i * sizeof(Elf64_Shdr), all[i])) return;
    sections = std::move(all);
  }

  // A copy of what is in the bytes, if they reach so far.
  template <class T>
  static bool read_at(const std::string& bytes, std::size_t at, T& value) {
    if (at > bytes.size() || bytes.size() - at < sizeof value) return false;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return true;
  }
  static std::string text_at(const std::string& strings, std::size_t at) {
    return at < strings.size() ? std::string(strings.c_str() + at) : "";
  }
  // Calls `use` with each entry of the tables of this type, and the strings that go with it.
  template <class T, class Use>
  void each(std::uint32_t type, Use use) const {
    for (const Elf64_Shdr& table : sections) {
      if (table.sh_type != type || table.sh_link >= sections.size()) continue;
      const Elf64_Shdr& names = sections[table.sh_link];
      const std::string strings =
          names.sh_offset < bytes.size() ? bytes.substr(names.sh_offset, names.sh_size) : "";
      T entry;
      for (std::size_t at = 0; at + sizeof entry <= table.sh_size; at += sizeof entry)
        if (read_at(bytes, table.sh_offset + at, entry)) use(entry, strings);
    }
  }

  std::string bytes;
  std::vector<Elf64_Shdr> sections;
};

// Of C, or an operator that a program may replace. Other names of C++ are templates' mostly, which every
// program has, too.
bool can_be_replaced(const std::string& name) {
  if (name.rfind("_Z", 0) != 0) return true;
  for (const char* start : {"_Znw", "_Zna", "_Zdl", "_Zda"})
    if (name.rfind(start, 0) == 0) return true;
  return false;
}

// Some versions of the C library have these in each program that calls them.
bool may_be_linked_in(const std::string& name) {
  static const std::set<std::string> names{
      "atexit", "at_quick_exit", "pthread_atfork", "stat",      "stat64", "fstat",  "fstat64",
      "lstat",  "lstat64",       "fstatat",        "fstatat64", "mknod",  "mknodat"};
  return names.count(name) > 0;
}

// Names of all code that it defines.
std::set<std::string> code_of(const elf_file& elf) {
  std::set<std::string> names;
  elf.each<Elf64_Sym>(SHT_SYMTAB, [&](const Elf64_Sym& symbol, const std::string& strings) {
    if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < elf.sections.size() &&
        (elf.sections[symbol.st_shndx].sh_flags & SHF_EXECINSTR) != 0)
      names.insert(elf_file::text_at(strings, symbol.st_name));
  });
  names.erase("");
  return names;
}

// The libraries that it asks to be loaded with it, as "libc.so.6".
std::set<std::string> needed_libraries(const elf_file& elf) {
  std::set<std::string> names;
  elf.each<Elf64_Dyn>(SHT_DYNAMIC, [&](const Elf64_Dyn& entry, const std::string& strings) {
    if (entry.d_tag == DT_NEEDED) names.insert(elf_file::text_at(strings, entry.d_un.d_val));
  });
  return names;
}

}  // namespace

std::string replaced_function(const std::filesystem::path& program) {
  const elf_file elf(program);
  // A library that is not loaded is linked in: its functions are the program's, whoever wrote it.
  const std::set<std::string> loaded = needed_libraries(elf);
  // This process has the libraries, too.
  const auto is_theirs = [&](const std::string& name) {
    Dl_info info{};
    void* const place = dlsym(RTLD_DEFAULT, name.c_str());
    return place != nullptr && dladdr(place, &info) != 0 &&
           loaded.count(std::filesystem::path(info.dli_fname).filename().string()) > 0;
  };
  for (const std::string& name : code_of(elf))
    if (can_be_replaced(name) && !may_be_linked_in(name) && is_theirs(name)) return name;
  return "";
}

}  // namespace submission
