// SPDX-License-Identifier: Apache-2.0
#include "translate.h"

#include "rewrites.h"

namespace translator {

result translate(const std::string& preprocessed, host_calls calls, bool separate, bool checked) {
  const source s = tokenize(preprocessed);
  const std::vector<declaration> declarations = find_declarations(s);
  const function_map functions(declarations);
  edits e(s);
  context c{s, declarations, functions, e, {}, {}};
  refuse_unsupported(c);
  if (calls != host_calls::allowed) {
    refuse_host_builtins(c);
    refuse_device_calls(c);
  }
  if (calls == host_calls::refused || calls == host_calls::refused_but_constexpr)
    refuse_host_calls(c, calls == host_calls::refused_but_constexpr);
  if (checked) watch_host_functions(c);
  rewrite_words(c);
  rewrite_local_shared(c);
  rewrite_global_shared(c);
  rewrite_spin_loops(c);
  rewrite_barriers(c);
  rewrite_unread_results(c);
  rewrite_launches(c);
  rewrite_kernel_arguments(c);
  rewrite_indexed_choices(c);
  rewrite_returned_objects(c);
  rewrite_variables(c, separate);
  rewrite_kernels(c);
  result r;
  for (auto& [token, message] : c.errors) r.errors.push_back(message);
  if (r.errors.empty()) r.text = e.render();
  return r;
}

}  // namespace translator
