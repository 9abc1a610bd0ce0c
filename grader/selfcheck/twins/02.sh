#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 02's reference solution get their verdicts: 02.sh SOURCE BUILD
. "$(dirname "$0")/twin.sh"

twin left_in_scratch 02_radix_cpu
change 'if (done.moved % 2 != 0) {' 'if (n == 0) {'
runner sim sim
marks -t Lab02.SortEnds 0 'Lab02.SortEndsInKeysAfterAnyNumberOfPasses WRONG'
says 'an odd number of passes has moved them'

[ -e "$build/runners/parts/device.host_check.o" ] || exit 0 # there are no sanitizers here
twin off_by_one 02_radix_cpu
change '++counts[digit_of(keys[i], shift, bits)];' '++counts[digit_of(keys[i], shift, bits)];
  if (n > 0 && keys[n] == 7 && bits > 99) return {};'
change 'std::uint32_t sum = 0;' 'std::uint32_t sum = 0; volatile unsigned all = 1u << (16 + bits); (void)all;'
compile host_check -DRUNNER_HOST_CHECKS -Xcompiler=-fsanitize=address,-fsanitize=undefined,-fsanitize-recover=address
expect Lab02.HistogramIsClean 'NOT CLEAN' 'host code reads 4 bytes at `keys[1]`, but `keys` has 1 element.'
expect Lab02.ScanIsClean 'NOT CLEAN' 'shift exponent 32 is too large'
exit "$failed"
