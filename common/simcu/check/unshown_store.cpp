// SPDX-License-Identifier: Apache-2.0
// Called before a store that g++ does not show: driver/unshown_stores.cpp inserts the call.
#ifdef __x86_64__

// Two words are pushed before the call: the old value of %rdi, which now holds the address, and the number of
// bytes. No register and no flag may change.
asm(R"(
.text
.globl simcu_check_unshown_store
.type simcu_check_unshown_store, @function
simcu_check_unshown_store:
  pushq %rbp
  movq %rsp, %rbp
  pushfq
  pushq %rax
  movq _ZN5simcu11preemptibleE@gottpoff(%rip), %rax
  cmpb $0, %fs:(%rax)
  jne 1f
  popq %rax
  popfq
  popq %rbp
  ret
1:
  pushq %rcx
  pushq %rdx
  pushq %rsi
  pushq %rdi
  pushq %r8
  pushq %r9
  pushq %r10
  pushq %r11
  subq $512, %rsp
  andq $-16, %rsp
  fxsave (%rsp)
  cld
  movq 16(%rbp), %rsi
  movq 8(%rbp), %rdx
  call simcu_check_store
  fxrstor (%rsp)
  leaq -80(%rbp), %rsp
  popq %r11
  popq %r10
  popq %r9
  popq %r8
  popq %rdi
  popq %rsi
  popq %rdx
  popq %rcx
  popq %rax
  popfq
  popq %rbp
  ret
.size simcu_check_unshown_store, . - simcu_check_unshown_store
)");

#endif
