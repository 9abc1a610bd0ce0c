// SPDX-License-Identifier: Apache-2.0
// Accesses that g++ may not have announced; driver/unshown_accesses.cpp inserts a call before each of them.
#ifdef __x86_64__

// The stack holds the return address, the number of bytes, the saved %rdi, and the place of the access; %rdi
// holds the address. No register and no flag may change. Nearly all accesses are by the host, or in the range
// that was announced last (simcu_shown_load).
asm(R"(
.macro simcu_access name, shown
.globl simcu_check_\name
.type simcu_check_\name, @function
simcu_check_\name:
  pushq %rbp
  movq %rsp, %rbp
  pushq %rax
  pushq %rcx
  lahf
  seto %al
  movq _ZN5simcu11preemptibleE@gottpoff(%rip), %rcx
  cmpb $0, %fs:(%rcx)
  je 1f
  movq \shown@gottpoff(%rip), %rcx
  cmpq %fs:(%rcx), %rdi
  jb 2f
  addq 16(%rbp), %rdi
  cmpq %fs:8(%rcx), %rdi
  jbe 1f
  subq 16(%rbp), %rdi
2:
  pushq %rax
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  leaq -512(%rsp), %rsp
  andq $-16, %rsp
  fxsave (%rsp)
  movq 16(%rbp), %rsi
  movq 32(%rbp), %rdx
  call simcu_unshown_\name
  fxrstor (%rsp)
  leaq -80(%rbp), %rsp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rax
1:
  addb $127, %al
  sahf
  popq %rcx
  popq %rax
  popq %rbp
  ret
.size simcu_check_\name, . - simcu_check_\name
.endm
.text
simcu_access load, simcu_shown_load
simcu_access store, simcu_shown_store
simcu_access thread_store, simcu_shown_store
)");

#endif
