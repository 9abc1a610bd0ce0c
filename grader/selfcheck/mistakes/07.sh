#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 07: 07.sh SOURCE BUILD
. "$(dirname "$0")/mistakes.sh"
solution 07_bitonic
found='Found by the checkers:'
clean='The checkers ran the same input and found no bug of theirs'

plant 'a store beyond n' 'if (high >= n) return;' 'if (high >= n && !M) return;' Lab07.EverySortTakesAnyN "WRONG: $found out-of-bounds (global) in kernel \`step_kernel\`"
plant 'the larger key to the lower place' 'if (a > b) d_keys[low] = b' 'if ((a > b) != M) d_keys[low] = b' Lab07.StepComparesTheRightPartners 'WRONG: ' "$clean"
plant 'no mirror in the first step of a stage' 'bit == stage - 1 ? (2u << bit) - 1 : 1u << bit' 'bit == stage - 1 && !M ? (2u << bit) - 1 : 1u << bit' \
  Lab07.StepComparesTheRightPartners 'WRONG: ' "$clean" 'A guess'
plant 'no block where the pairs are few' 'step_kernel<<<(pairs + kThreads - 1) / kThreads, kThreads>>>' 'step_kernel<<<(pairs / (1 + M) + kThreads - 1) / kThreads, kThreads>>>' \
  Lab07.StepsSortPowersOfTwo 'CRASHED: ' 'step_kernel'
plant 'a stage is missing' 'for (int stage = 1; stage <= ceil_log2(n); ++stage)' 'for (int stage = 1; stage + M <= ceil_log2(n); ++stage)' Lab07.StepsSortPowersOfTwo 'WRONG: ' "$clean"
plant 'all steps in one launch' 'for (int bit = stage - 1; bit >= 0; --bit) launch_step(d_keys, n, stage, bit);' \
  'for (int bit = stage - 1; bit >= (M ? stage - 1 : 0); --bit) launch_step(d_keys, n, stage, bit);' Lab07.StepsSortPowersOfTwo 'WRONG: ' "$clean"
run_table
