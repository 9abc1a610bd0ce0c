// SPDX-License-Identifier: Apache-2.0
#include "elf_object.h"

#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace submission {
namespace {

[[noreturn]] void refuse() { throw std::runtime_error("it is not an object file for this machine"); }

}  // namespace

elf_object::elf_object(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  bytes_.assign(std::istreambuf_iterator<char>(in), {});
  if (bytes_.size() < sizeof header_) refuse();
  bytes_.copy(reinterpret_cast<char*>(&header_), sizeof header_);
  if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0 || header_.e_ident[EI_CLASS] != ELFCLASS64 ||
      header_.e_type != ET_REL || header_.e_shentsize != sizeof(Elf64_Shdr) || header_.e_shnum == 0 ||
      header_.e_shstrndx >= header_.e_shnum)
    refuse();
  Elf64_Shdr table{};
  table.sh_offset = header_.e_shoff;
  table.sh_size = header_.e_shnum * sizeof table;
  each<Elf64_Shdr>(table, [&](const Elf64_Shdr& section) { sections.push_back(section); });
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    if (symbol_table_ != 0 || sections[i].sh_link >= sections.size()) refuse();
    symbol_table_ = i;
    each<Elf64_Sym>(sections[i], [&](const Elf64_Sym& symbol) { symbols.push_back(symbol); });
  }
}

void elf_object::check(const Elf64_Shdr& table, std::size_t entry) const {
  if (table.sh_offset > bytes_.size() || table.sh_size > bytes_.size() - table.sh_offset ||
      table.sh_size % entry != 0)
    refuse();
}

std::string elf_object::text_at(const Elf64_Shdr& strings, std::size_t at) const {
  check(strings, 1);
  if (at >= strings.sh_size) refuse();
  const std::size_t start = strings.sh_offset + at;
  return bytes_.substr(start, std::min(bytes_.find('\0', start) - start, strings.sh_size - at));
}

std::string elf_object::name_of(const Elf64_Shdr& section) const {
  return text_at(sections[header_.e_shstrndx], section.sh_name);
}
std::string elf_object::name_of(const Elf64_Sym& symbol) const {
  return text_at(sections[sections[symbol_table_].sh_link], symbol.st_name);
}

void elf_object::rename(Elf64_Shdr& section, const std::string& name) {
  Elf64_Shdr& names = sections[header_.e_shstrndx];
  check(names, 1);
  const std::string longer = bytes_.substr(names.sh_offset, names.sh_size) + name + '\0';
  section.sh_name = static_cast<Elf64_Word>(names.sh_size);
  names.sh_offset = bytes_.size();
  names.sh_size = longer.size();
  bytes_ += longer;
}

void elf_object::write(const std::filesystem::path& file, std::size_t locals) {
  if (symbol_table_ == 0) refuse();
  sections[symbol_table_].sh_info = static_cast<Elf64_Word>(locals);
  for (std::size_t i = 0; i < symbols.size(); ++i)
    store(sections[symbol_table_].sh_offset + i * sizeof symbols[i], symbols[i]);
  for (std::size_t i = 0; i < sections.size(); ++i)
    store(header_.e_shoff + i * sizeof sections[i], sections[i]);
  std::ofstream out(file, std::ios::binary | std::ios::trunc);
  out.write(bytes_.data(), static_cast<std::streamsize>(bytes_.size()));
  if (!out.flush()) throw std::runtime_error(file.string() + " cannot be written");
}

}  // namespace submission
