// SPDX-License-Identifier: Apache-2.0
// The rewrites, each in its own file. Each adds its edits and errors. rewrite_words is first and
// rewrite_kernels last, because kernels repeat their signatures without the removed words.
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

void rewrite_kernels(context& c);
void rewrite_launches(context& c);          // callee<<<configuration>>>(arguments)
void rewrite_kernel_arguments(context& c);  // cudaLaunchKernel((void*)kernel<int>, …)
void rewrite_local_shared(context& c);
void rewrite_global_shared(context& c);  // __shared__ at namespace scope, and its uses
void rewrite_variables(context& c, bool separate);
void rewrite_words(context& c);  // words that are replaced on their own: qualifiers, printf, assert, pragmas
void rewrite_spin_loops(context& c);        // while (flag == 0);
void rewrite_barriers(context& c);          // several __syncthreads() on one line
void rewrite_unread_results(context& c);    // atomicExch(p, value); cudaStreamQuery(stream);
void rewrite_indexed_choices(context& c);   // (c ? a : b)[i]
void rewrite_returned_objects(context& c);  // d[i] = f(x);
void refuse_unsupported(context& c);
void refuse_host_calls(context& c, bool relaxed_constexpr);  // if no front end finds them
void refuse_device_calls(context& c);                        // __syncthreads() in host code
void refuse_host_builtins(context& c);
void watch_host_functions(context& c);  // a kernel may call them through a pointer

std::string shared_type_name(const context& c, std::size_t name);
// A type alias cannot have these qualifiers and, if `alignment_too`, the alignment.
void remove_from_specifiers(context& c, std::size_t first, std::size_t last, bool alignment_too);
// [first, last] is a __shared__ declaration with its `;`. Returns the declared names; none after an error.
std::vector<std::size_t> declare_shared_types(context& c, std::size_t first, std::size_t last,
                                              bool is_extern);
// A static_assert that the kernel's __shared__ variables, which need `bytes`, fit into 48 KiB.
std::string static_shared_limit(const std::string& bytes);

}  // namespace translator
