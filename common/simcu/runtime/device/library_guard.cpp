// SPDX-License-Identifier: Apache-2.0
#include "device/library_guard.h"

#ifdef __x86_64__
#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>

#include "base/machine.h"
#include "device/indirect_calls.h"
#include "simcu/kernel.h"

extern "C" {
// Guard n jumps to function n. Guards are consecutive and take 32 bytes each.
extern char simcu_guards[];
const void* simcu_guarded[1024];
[[gnu::used]] void simcu_kernel_calls_library(std::size_t which, const void* caller);
}

namespace simcu {
namespace {

constexpr std::size_t kGuardBytes = 32;
const char* guarded_names[std::size(simcu_guarded)];
std::size_t guards;

bool moves_bytes(const char* name) {
  for (const char* known : {"memcpy", "memmove", "memset", "strlen"})
    if (std::strcmp(name, known) == 0) return true;
  return false;
}

// The program's table of library functions may already be read-only.
void set_way(const void** slot, const void* function) {
  static std::uintptr_t open;
  const std::uintptr_t page = reinterpret_cast<std::uintptr_t>(slot) / page_size() * page_size();
  if (page != open && mprotect(reinterpret_cast<void*>(page), page_size(), PROT_READ | PROT_WRITE) != 0) {
    std::perror("simcu: the table of the program's library functions");
    std::_Exit(EXIT_FAILURE);
  }
  open = page;
  *slot = function;
}

// Much faster than dladdr(), which also searches for the function.
const char* library_of(const void* function) {
  const auto at = reinterpret_cast<ElfW(Addr)>(function);
  const link_map* nearest = _r_debug.r_map;
  for (const link_map* l = nearest; l != nullptr; l = l->l_next)
    if (l->l_addr <= at && l->l_addr >= nearest->l_addr) nearest = l;
  return nearest->l_name;
}

void guard_way(const void** slot, const char* name) {
  const void* const function = dlsym(RTLD_DEFAULT, name);
  if (function == nullptr || moves_bytes(name) || !is_the_hosts_alone(name, library_of(function))) return;
  if (guards == std::size(simcu_guarded)) {
    std::fprintf(stderr, "simcu: --check supports programs that call at most %zu library functions.\n",
                 guards);
    std::exit(2);
  }
  guarded_names[guards] = name;
  simcu_guarded[guards] = function;
  set_way(slot, simcu_guards + kGuardBytes * guards++);
}

}  // namespace

void guard_libraries() {
  const link_map* const program = _r_debug.r_map;
  const ElfW(Rela) * tables[2] = {};
  std::size_t bytes[2] = {};
  const ElfW(Sym)* symbols = nullptr;
  const char* texts = nullptr;
  for (const ElfW(Dyn)* entry = program->l_ld; entry->d_tag != DT_NULL; ++entry) {
    // Some versions of glibc have already relocated these values.
    const ElfW(Addr) at = entry->d_un.d_ptr, address = at < program->l_addr ? at + program->l_addr : at;
    switch (entry->d_tag) {
      case DT_JMPREL:
        tables[0] = reinterpret_cast<const ElfW(Rela)*>(address);
        break;
      case DT_PLTRELSZ:
        bytes[0] = at;
        break;
      case DT_RELA:
        tables[1] = reinterpret_cast<const ElfW(Rela)*>(address);
        break;
      case DT_RELASZ:
        bytes[1] = at;
        break;
      case DT_SYMTAB:
        symbols = reinterpret_cast<const ElfW(Sym)*>(address);
        break;
      case DT_STRTAB:
        texts = reinterpret_cast<const char*>(address);
        break;
    }
  }
  for (const int table : {0, 1})
    for (std::size_t i = 0; i < bytes[table] / sizeof(ElfW(Rela)); ++i) {
      const ElfW(Rela)& place = tables[table][i];
      const auto type = ELF64_R_TYPE(place.r_info);
      const ElfW(Sym)& symbol = symbols[ELF64_R_SYM(place.r_info)];
      const bool function = ELF64_ST_TYPE(symbol.st_info) == STT_FUNC && symbol.st_shndx == SHN_UNDEF;
      if (function && (type == R_X86_64_JUMP_SLOT || type == R_X86_64_GLOB_DAT))
        guard_way(reinterpret_cast<const void**>(program->l_addr + place.r_offset), texts + symbol.st_name);
    }
}

}  // namespace simcu

void simcu_kernel_calls_library(std::size_t which, const void* caller) {
  simcu::preemptible = 0;
  simcu::fail_host_call(simcu::guarded_names[which], "", caller);
}

// At a call, all registers except %r11 can be in use.
asm(R"(
  .text
  .p2align 5
  .type simcu_guards, @function
simcu_guards:
  .set guard, 0
  .rept 1024
  .p2align 5
  movq _ZN5simcu11preemptibleE@gottpoff(%rip), %r11
  cmpb $0, %fs:(%r11)
  movl $guard, %r11d
  jne simcu_guard_stops
  jmp *simcu_guarded+8*guard(%rip)
  .set guard, guard+1
  .endr
  .size simcu_guards, . - simcu_guards
simcu_guard_stops:
  movl %r11d, %edi
  movq (%rsp), %rsi
  jmp simcu_kernel_calls_library
)");
#else
namespace simcu {
void guard_libraries() {}
}  // namespace simcu
#endif
