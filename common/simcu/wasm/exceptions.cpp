// SPDX-License-Identifier: Apache-2.0
// Exceptions in a page: JavaScript unwinds the stack, so no destructor and no handler of the program runs.
#include <cstdlib>

extern "C" {

[[noreturn, clang::import_module("page"), clang::import_name("threw")]] void page_threw(void* object,
                                                                                        void* type);

[[noreturn]] void __cxa_throw(void* object, void* type, void (*)(void*)) { page_threw(object, type); }
[[noreturn]] void __cxa_rethrow() { page_threw(nullptr, nullptr); }
void* __cxa_allocate_exception(std::size_t bytes) { return std::malloc(bytes); }
void __cxa_free_exception(void* p) { std::free(p); }
void* __cxa_begin_catch(void* p) { return p; }
void* __cxa_get_exception_ptr(void* p) { return p; }
void __cxa_end_catch() {}

}  // extern "C"
