// SPDX-License-Identifier: Apache-2.0
// Runs every sort on the given keys. As a program, it answers each line of numbers with a line of JSON; in
// WebAssembly, it is a function.
#include "sorts.h"

namespace steppers {

static std::string all_sorts(const words& keys) {
  return "{\"cpu\":" + cpu(keys) + ",\"radix\":" + radix(keys) + ",\"columns\":" + columns(keys) +
         ",\"bitonic\":" + bitonic(keys) + ",\"hybrid\":" + hybrid(keys) + "}";
}

}  // namespace steppers

#ifdef __EMSCRIPTEN__
// There are two functions, because a call that switches fibers returns to JavaScript, without its result,
// when it leaves the first fiber.
static std::string answer;
// `line`: 2 to 32 numbers below 64, which the page has checked.
extern "C" void steppers_sort(const char* line) { answer = steppers::all_sorts(steppers::numbers(line)); }
extern "C" const char* steppers_answer() { return answer.c_str(); }  // valid until the next steppers_sort
#else
int main() { return steppers::serve(steppers::all_sorts); }
#endif
