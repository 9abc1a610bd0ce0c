// SPDX-License-Identifier: Apache-2.0
#include "seal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <set>
#include <stdexcept>

#include "elf_object.h"

namespace submission {
namespace {

constexpr const char* kConstructors = ".init_array";
constexpr const char* kDestructors = ".fini_array";

// The first list includes subsections, such as .text._ZN3labE; the second has prefixes. nvcc's sections begin
// with .nv.
bool is_allowed(const std::string& section) {
  for (const char* name : {".text", ".rodata", ".data", ".bss", ".tdata", ".tbss", ".eh_frame", ".sframe",
                           ".gcc_except_table", kConstructors, kDestructors, ".comment", ".group", ".symtab",
                           ".strtab", ".shstrtab", ".llvm_addrsig"})
    if (section == name || section.rfind(std::string(name) + ".", 0) == 0) return true;
  if (section.rfind(".rela.", 0) == 0) return is_allowed(section.substr(5));
  for (const char* start : {".debug_", ".note.", ".nv", "__nv_"})
    if (section.rfind(start, 0) == 0) return true;
  return section.empty();
}

// A lab's function has a mangled name, such as _ZN4lab04sortEPi or _Z4sortPi. C functions and operators do
// not, and no lab uses the namespaces runner and simcu.
bool can_be_the_labs(const std::string& name) {
  if (name.rfind("_Z", 0) != 0) return false;
  const std::string scope = name.substr(name.rfind("_ZNK", 0) == 0 ? 4 : name.rfind("_ZN", 0) == 0 ? 3 : 2);
  const std::size_t digits = scope.find_first_not_of("0123456789");
  if (digits == 0 || digits == std::string::npos || scope.compare(digits, 2, "__") == 0) return false;
  return scope.rfind("6runner", 0) != 0 && scope.rfind("5simcu", 0) != 0;
}

// Compilers insert calls to these functions for the checkers, so the object must not define them.
bool is_called_for_checkers(const std::string& name) {
  for (const char* start :
       {"__tsan_", "__asan_", "__ubsan_", "__sanitizer_", "__x86_indirect_thunk", "__llvm_"})
    if (name.rfind(start, 0) == 0) return true;
  return false;
}

bool is_the_graders(const std::string& name) {
  return name.rfind("_ZN6runner", 0) == 0 || name.rfind("_ZN8protocol", 0) == 0 ||
         name.find("8nlohmann") != std::string::npos;
}

bool is_defined(const Elf64_Sym& symbol) { return symbol.st_shndx != SHN_UNDEF; }
bool is_local(const Elf64_Sym& symbol) { return ELF64_ST_BIND(symbol.st_info) == STB_LOCAL; }

std::set<std::string> entry_points(const std::filesystem::path& adapter) {
  std::set<std::string> names;
  const elf_object calls(adapter);
  for (const Elf64_Sym& symbol : calls.symbols)
    if (!is_defined(symbol) && can_be_the_labs(calls.name_of(symbol))) names.insert(calls.name_of(symbol));
  return names;
}

std::string why_not(const elf_object& object) {
  for (const Elf64_Shdr& section : object.sections) {
    const std::string name = object.name_of(section);
    if (!is_allowed(name)) return fmt::format("it uses the section `{}`, which no exercise needs.", name);
    if (name == ".note.GNU-stack" && (section.sh_flags & SHF_EXECINSTR) != 0)
      return "it makes the stack executable, which no exercise needs.";
  }
  for (const Elf64_Sym& symbol : object.symbols) {
    const std::string name = object.name_of(symbol);
    if (is_defined(symbol) && is_called_for_checkers(name))
      return fmt::format("`{}` is a function of the checkers, which a program must not define.", name);
    if (!is_defined(symbol) && is_the_graders(name))
      return fmt::format("`{}` belongs to the grader, so a submission must not use it.", name);
    if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC)
      return fmt::format("`{}` is resolved while the program is loaded, which no exercise needs.", name);
    if (name.find('@') != std::string::npos)
      return fmt::format("`{}` has a symbol version, which no exercise needs.", name);
    if (symbol.st_shndx == SHN_COMMON)
      return fmt::format("`{}` is a common symbol, which no exercise needs.", name);
  }
  return "";
}

// The linker merges section groups across objects.
void dissolve_groups(elf_object& object) {
  for (Elf64_Shdr& section : object.sections) {
    section.sh_flags &= ~static_cast<Elf64_Xword>(SHF_GROUP);
    // .llvm_addrsig refers to symbols by index, and the indices change.
    if (section.sh_type == SHT_GROUP || object.name_of(section) == ".llvm_addrsig") section = {};
  }
}

// The compiler's checkers have destructors. They would also run in the device's process, so nothing calls
// them.
void leave_out_destructors(elf_object& object) {
  for (Elf64_Shdr& section : object.sections) {
    if (object.name_of(section).rfind(kDestructors, 0) != 0) continue;
    section.sh_type = SHT_PROGBITS;
    object.rename(section, "program_fini");
  }
}

// The linker's order is by priority, and those without a priority last.
void hand_over_constructors(elf_object& object) {
  std::vector<std::size_t> places, moved(object.sections.size());
  std::iota(moved.begin(), moved.end(), 0);
  const auto priority = [&](std::size_t i) {
    const std::string name = object.name_of(object.sections[i]);
    const std::size_t length = std::char_traits<char>::length(kConstructors);
    return name.size() > length ? std::strtol(name.c_str() + length + 1, nullptr, 10) : 65536;
  };
  for (std::size_t i = 0; i < object.sections.size(); ++i)
    if (object.name_of(object.sections[i]).rfind(kConstructors, 0) == 0) places.push_back(i);
  std::vector<std::size_t> ordered = places;
  std::stable_sort(ordered.begin(), ordered.end(),
                   [&](std::size_t a, std::size_t b) { return priority(a) < priority(b); });
  const std::vector<Elf64_Shdr> before = object.sections;
  for (std::size_t k = 0; k < places.size(); ++k) {
    moved[ordered[k]] = places[k];
    object.sections[places[k]] = before[ordered[k]];
    object.sections[places[k]].sh_type = SHT_PROGBITS;
    object.rename(object.sections[places[k]], "program_init");
  }
  for (Elf64_Shdr& section : object.sections)
    if (section.sh_type == SHT_RELA && section.sh_info < moved.size())
      section.sh_info = static_cast<Elf64_Word>(moved[section.sh_info]);
  for (Elf64_Sym& symbol : object.symbols)
    if (symbol.st_shndx < moved.size()) symbol.st_shndx = static_cast<Elf64_Half>(moved[symbol.st_shndx]);
}

// Keeps the definitions in `but`. Moves local symbols to the front, and returns their number.
std::size_t make_local(elf_object& object, const std::set<std::string>& but) {
  for (Elf64_Sym& symbol : object.symbols) {
    if (!is_defined(symbol) || is_local(symbol) || but.count(object.name_of(symbol)) > 0) continue;
    // A template's variable can be a device variable, which the checkers must not take for a host variable.
    const bool weak = ELF64_ST_BIND(symbol.st_info) != STB_GLOBAL;
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    symbol.st_info = ELF64_ST_INFO(STB_LOCAL, weak && type == STT_OBJECT ? STT_NOTYPE : type);
    symbol.st_other = STV_DEFAULT;
  }
  std::vector<std::size_t> order(object.symbols.size()), now(object.symbols.size());
  std::iota(order.begin(), order.end(), 0);
  const auto globals = std::stable_partition(order.begin(), order.end(),
                                             [&](std::size_t i) { return is_local(object.symbols[i]); });
  const std::vector<Elf64_Sym> before = object.symbols;
  for (std::size_t i = 0; i < order.size(); ++i) {
    object.symbols[i] = before[order[i]];
    now[order[i]] = i;
  }
  for (const Elf64_Shdr& section : object.sections)
    if (section.sh_type == SHT_RELA)
      object.each<Elf64_Rela>(section, [&](Elf64_Rela& place) {
        const std::size_t symbol = ELF64_R_SYM(place.r_info);
        if (symbol >= now.size()) throw std::runtime_error("it refers to a symbol that does not exist");
        place.r_info = ELF64_R_INFO(now[symbol], ELF64_R_TYPE(place.r_info));
      });
  return static_cast<std::size_t>(globals - order.begin());
}

}  // namespace

std::string seal(const std::filesystem::path& file, const std::filesystem::path& adapter) {
  const std::set<std::string> entries = entry_points(adapter);
  elf_object object(file);
  if (std::string why = why_not(object); !why.empty()) return why;
  dissolve_groups(object);
  leave_out_destructors(object);
  hand_over_constructors(object);
  object.write(file, make_local(object, entries));
  return "";
}

}  // namespace submission
