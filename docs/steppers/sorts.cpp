// SPDX-License-Identifier: Apache-2.0
// Runs every sort on the given keys: a program that answers lines of numbers with lines of JSON, or a
// function in WebAssembly.
#include "sorts.h"

namespace steppers {

static std::string all_sorts(const words& keys) {
  return "{\"cpu\":" + cpu(keys) + ",\"radix\":" + radix(keys) + ",\"columns\":" + columns(keys) +
         ",\"bitonic\":" + bitonic(keys) + ",\"hybrid\":" + hybrid(keys) + "}";
}

}  // namespace steppers

#ifdef __EMSCRIPTEN__
// A call that switches fibers returns to JavaScript early, without its result, so there are two functions.
static std::string answer;
// `line` has 2 to 32 numbers below 64, which the page has checked.
extern "C" void steppers_sort(const char* line) { answer = steppers::all_sorts(steppers::numbers(line)); }
extern "C" const char* steppers_answer() { return answer.c_str(); }  // valid until the next steppers_sort
#else
int main() { return steppers::serve(steppers::all_sorts); }
#endif
