// SPDX-License-Identifier: Apache-2.0
#include "base/fiber.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "base/machine.h"
#include "base/settings.h"

#ifdef __x86_64__
asm(R"(
.macro simcu_clear
  xor %ecx, %ecx
  xor %r9d, %r9d
  xor %r10d, %r10d
  xor %r11d, %r11d
  .irp n, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
  pxor %xmm\n, %xmm\n
  .endr
  emms
.endm
.pushsection .text
.globl simcu_clear_registers
.hidden simcu_clear_registers
.type simcu_clear_registers, @function
simcu_clear_registers:
  xor %eax, %eax
  xor %edx, %edx
  xor %esi, %esi
  xor %edi, %edi
  xor %r8d, %r8d
  simcu_clear
  ret
.size simcu_clear_registers, . - simcu_clear_registers
.globl simcu_jump_and_return
.hidden simcu_jump_and_return
.type simcu_jump_and_return, @function
simcu_jump_and_return:
.cfi_startproc
  mov _ZN5simcu12the_observerE@GOTPCREL(%rip), %rax
  cmpq $0, (%rax)
  je 1f
  simcu_clear
1:
  lea .Lsimcu_back(%rip), %rax
  push %rax
.cfi_adjust_cfa_offset 8
  jmp jump_fcontext@PLT
.Lsimcu_back:
.cfi_adjust_cfa_offset -8
  ret
.cfi_endproc
.size simcu_jump_and_return, . - simcu_jump_and_return
.popsection
)");
#endif

namespace simcu {
namespace {
// At equal page offsets, all stacks would compete for the same few sets of the L1 cache.
constexpr std::size_t kColours = 60;
std::size_t usual_bytes() { return whole_pages(8192); }
}  // namespace

fiber_pool::~fiber_pool() {
  for (auto& f : all_) munmap(f->stack - page_size(), f->bytes + page_size());
}

void fiber_pool::prepare(fiber& f) { f.context = ctx::make_fcontext(f.top, f.top - f.stack, entry_); }

fiber* fiber_pool::take() {
  if (!free_.empty()) {
    fiber* f = free_.back();
    free_.pop_back();
    return f;
  }
  const std::size_t bytes = settings().stack_bytes;
  void* memory =
      mmap(nullptr, bytes + page_size(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  char* stack = static_cast<char*>(memory) + page_size();
  if (mprotect(stack, bytes, PROT_READ | PROT_WRITE) != 0) {
    munmap(memory, bytes + page_size());
    return nullptr;
  }
  fault_in(stack + bytes - usual_bytes(), usual_bytes());
  auto f = std::make_unique<fiber>();
  f->stack = stack;
  f->bytes = bytes;
  f->top = f->lowest = stack + bytes - (all_.size() % kColours) * 64;
  prepare(*f);
  all_.push_back(std::move(f));
  return all_.back().get();
}

void fiber_pool::abandon_all() {
  free_.clear();
  for (auto& f : all_) {
    prepare(*f);
    free_.push_back(f.get());
  }
}

bool fiber_pool::is_guard(const void* address) const {
  const char* a = static_cast<const char*>(address);
  for (const auto& f : all_)
    if (a >= f->stack - page_size() && a < f->stack) return true;
  return false;
}

bool fiber_pool::is_stack(const void* address) const {
  return std::any_of(all_.begin(), all_.end(),
                     [=](const auto& f) { return address >= f->stack && address < f->stack + f->bytes; });
}

}  // namespace simcu
