// SPDX-License-Identifier: Apache-2.0
// Chapter 03: 03_two_words.cu without its fences. Wrong on purpose.
#define FENCES false
#include "03_two_words.cu"
