// SPDX-License-Identifier: Apache-2.0
// An ELF object file. It is untrusted, so every field is checked.
#pragma once
#include <elf.h>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace submission {

class elf_object {
 public:
  // Throws std::runtime_error unless the file is a complete object file for this kind of machine.
  explicit elf_object(const std::filesystem::path& file);

  std::vector<Elf64_Shdr> sections;
  std::vector<Elf64_Sym> symbols;

  std::string name_of(const Elf64_Shdr& section) const;
  std::string name_of(const Elf64_Sym& symbol) const;
  void rename(Elf64_Shdr& section, const std::string& name);
  // `use` can change the table's entries.
  template <class T, class Use>
  void each(const Elf64_Shdr& table, Use use) {
    check(table, sizeof(T));
    for (std::size_t at = 0; at < table.sh_size; at += sizeof(T)) {
      T entry;
      bytes_.copy(reinterpret_cast<char*>(&entry), sizeof entry, table.sh_offset + at);
      use(entry);
      store(table.sh_offset + at, entry);
    }
  }
  // The symbols before index `locals` are local.
  void write(const std::filesystem::path& file, std::size_t locals);

 private:
  void check(const Elf64_Shdr& table, std::size_t entry) const;
  template <class T>
  void store(std::size_t at, const T& value) {
    bytes_.replace(at, sizeof value, reinterpret_cast<const char*>(&value), sizeof value);
  }
  std::string text_at(const Elf64_Shdr& strings, std::size_t at) const;

  std::string bytes_;
  Elf64_Ehdr header_{};
  std::size_t symbol_table_ = 0;
};

}  // namespace submission
