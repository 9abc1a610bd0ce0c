// SPDX-License-Identifier: Apache-2.0
// The rewrites, each in its own file. Each reads the original tokens and adds its edits and its errors.
// rewrite_words comes first and rewrite_kernels last, because signatures are repeated without the words that
// are removed.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "declarations.h"
#include "edits.h"
#include "source.h"

namespace translator {

struct context {
  const source& s;
  const std::vector<declaration>& declarations;
  const function_map& functions;
  edits& e;
  std::multimap<std::size_t, std::string> errors;    // by token
  std::map<std::size_t, std::size_t> shared_holder;  // of a __shared__ name: the name whose struct holds it

  void error(std::size_t i, const std::string& sentence) {
    errors.emplace(i, s.where(i) + ": error: " + sentence);
  }
  std::string text(std::size_t i) const { return std::string(s.text(i)); }
};

void rewrite_kernels(context& c);                   // __global__ functions
void rewrite_launches(context& c);                  // callee<<<configuration>>>(arguments)
void rewrite_kernel_arguments(context& c);          // cudaLaunchKernel((void*)kernel<int>, …)
void rewrite_local_shared(context& c);              // __shared__ inside functions
void rewrite_global_shared(context& c);             // __shared__ at namespace scope, and its uses
void rewrite_variables(context& c, bool separate);  // __device__, __constant__ and __managed__ variables
void rewrite_words(context& c);  // words that are replaced on their own: qualifiers, printf, assert, pragmas
void rewrite_spin_loops(context& c);        // while (flag == 0);
void rewrite_barriers(context& c);          // several __syncthreads() on one line
void rewrite_unread_results(context& c);    // atomicExch(p, value); cudaStreamQuery(stream);
void rewrite_indexed_choices(context& c);   // (c ? a : b)[i]
void rewrite_returned_objects(context& c);  // d[i] = f(x);
void refuse_unsupported(context& c);
void refuse_host_calls(context& c, bool relaxed_constexpr);  // where no front end does
void refuse_device_calls(context& c);                        // __syncthreads() in host code
void refuse_host_builtins(context& c);                       // __builtin_strcpy, which clang lets pass
void watch_host_functions(context& c);                       // that a kernel may call by a pointer

// The translation of a __shared__ declaration: the text in place of a name, and the reference that replaces
// it.
std::string shared_type_name(const context& c, std::size_t name);
// Removes alignment and qualifiers that a type alias cannot carry from [first, last).
void remove_from_specifiers(context& c, std::size_t first, std::size_t last, bool alignment_too);
// Writes the types of a __shared__ declaration [first, last] (with its `;`). Returns its names; none if it is
// an error.
std::vector<std::size_t> declare_shared_types(context& c, std::size_t first, std::size_t last,
                                              bool is_extern);
// The text that refuses a sum of `bytes` over the 48 KiB that the __shared__ variables of a kernel may have.
std::string static_shared_limit(const std::string& bytes);

}  // namespace translator
