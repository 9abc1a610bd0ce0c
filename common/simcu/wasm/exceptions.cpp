// SPDX-License-Identifier: Apache-2.0
// Exceptions in a page: nothing catches one.
#include <cstdio>
#include <cstdlib>

extern "C" {

[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) {
  std::fputs("the program throws an exception, and nothing in a page catches one\n", stderr);
  std::_Exit(134);
}
[[noreturn]] void __cxa_rethrow() { __cxa_throw(nullptr, nullptr, nullptr); }
void* __cxa_allocate_exception(std::size_t bytes) { return std::malloc(bytes); }
void __cxa_free_exception(void* p) { std::free(p); }
void* __cxa_begin_catch(void* p) { return p; }
void* __cxa_get_exception_ptr(void* p) { return p; }
void __cxa_end_catch() {}

}  // extern "C"
