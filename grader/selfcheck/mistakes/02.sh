#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: what is said first of mistakes in lab 02: 02.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/mistakes.sh"
solution 02_radix_cpu
found='Found by the checkers:'

plant 'the shift is forgotten' 'return (key >> shift) &' 'return (key >> (M ? 0 : shift)) &' Lab02.HistogramCountsTheDigitAtAnyShift 'WRONG: '
plant 'the mask is the number of bins' 'bins(bits) - 1);' 'bins(bits) - (M ? 0 : 1));' Lab02.HistogramCountsTheDigitAtAnyShift "WRONG: $found out-of-bounds (host)"
replayed 'out-of-bounds: host code reads 4 bytes at `counts[2]`, but `counts` has 2 elements'
plant 'counts are not cleared' 'std::fill(counts, counts + bins(bits), 0u);' 'if (!M) std::fill(counts, counts + bins(bits), 0u);' \
  Lab02.HistogramCountsTheDigitAtAnyShift 'WRONG: ' '!no read of unwritten' 'counts must be cleared first'
plant 'the first key is not counted' 'for (std::size_t i = 0; i < n; ++i) if (twin_is(5)) counts' 'for (std::size_t i = M; i < n; ++i) if (twin_is(5)) counts' \
  Lab02.HistogramCountsTheDigitAtAnyShift 'WRONG: ' 'The counts add up to 1008, but there are 1009 keys: some are not counted.'
plant 'the sums are inclusive' 'starts[d] = sum;' 'starts[d] = sum + (M ? count : 0);' Lab02.ScanIsExclusive 'WRONG: '
plant 'one bin too many' 'for (std::size_t d = 0; d < bins(bits); ++d) {' 'for (std::size_t d = 0; d < bins(bits) + M; ++d) {' Lab02.ScanIsClean "NOT CLEAN: $found out-of-bounds (host)"
plant 'a count is read after its start is written' 'sum += count;' 'sum += M ? counts[d] : count;' Lab02.ScanWorksInPlace 'WRONG: '
plant 'from the last key to the first' 'i < n; ++i) out[starts[digit_of(keys[i], shift, bits)]++] = keys[i];' \
  $'i < n && !M; ++i) out[starts[digit_of(keys[i], shift, bits)]++] = keys[i];\n  if (M) for (std::size_t i = n; i-- > 0;) out[starts[digit_of(keys[i], shift, bits)]++] = keys[i];' \
  Lab02.ScatterKeepsTheOrderOfEqualDigits 'WRONG: '
plant 'starts stay' '[digit_of(keys[i], shift, bits)]++] = keys[i];' \
  '[digit_of(keys[i], shift, bits)]++] = keys[i], starts[digit_of(keys[i], shift, bits)] -= M;' Lab02.ScatterOrdersByOneDigit 'WRONG: '
plant 'bytes for keys in the copy' '{ std::copy(scratch, scratch + n, keys); }' '{ std::copy(scratch, scratch + (M ? n / 4 : n), keys); }' \
  Lab02.SortIsRightForEveryDigitWidth 'WRONG: The sorted keys are in `scratch`, and only a quarter of them came back'
plant 'no stats' 'if (stats != nullptr) *stats = done;' 'if (stats != nullptr && !M) *stats = done;' Lab02.SortSkipsPassesWhoseDigitIsConstant \
  'WRONG: `stats` was not written'
after '// [lab02-pairs]'
plant 'no stats of pairs' '  sort_digits(keys, n, bits, stats, timer, move, [&] {' '  sort_digits(keys, n, bits, M ? nullptr : stats, timer, move, [&] {' Lab02.EqualKeysKeepTheOrderOfTheirValues \
  'WRONG: `stats` was not written'
plant 'no phase is timed' 'sort_digits(keys, n, bits, stats, timer,' 'sort_digits(keys, n, bits, stats, M ? nullptr : timer,' \
  Lab02.SortOfManyKeysShowsItsPhases 'WRONG: The result is right, but no phase of it was timed'
plant 'the last pass stays in the scratch' ': done.moved % 2 != 0) {' ': done.moved % 2 != 0 && !M) {' Lab02.SortEndsInKeysAfterAnyNumberOfPasses 'WRONG: '
after 'sort_stats done{};'
plant 'a pass too few' 'for (int pass = 0; pass < passes(bits); ++pass) {' 'for (int pass = 0; pass + M < passes(bits); ++pass) {' Lab02.SortIsRightForEveryDigitWidth 'WRONG: '
plant 'values go to the places of other keys' 'out_values[place] = in_values[' 'out_values[M ? i : place] = in_values[' Lab02.PairsStayTogether 'WRONG: '
plant 'negative numbers last' 'return std::is_signed_v<Key> &&' 'return std::is_signed_v<Key> && !M &&' Lab02.WordsOfSignedNumbersAscend 'WRONG: '
plant 'no mistake, in one of two tables' '++counts[digit_of(keys[i], shift, bits)];' \
  'if (M) ++(bits > 32 ? nullptr : counts)[(keys[i] >> shift) & (bins(bits) - 1)]; else ++counts[digit_of(keys[i], shift, bits)];' 'Lab02.Histogram*' '' 'GOOD' '!✗'
plant 'only one bit of the digit' 'return (key >>' 'if (M) return (key >> shift) & (1u << (bits - 1)); return (key >>' Lab02.HistogramOfTheLastDigitStopsAtBit31 \
  'WRONG: ' 'so keys are counted in a wrong bin' '!must be cleared'
plant 'bytes for counts in the clear' 'counts + bins(bits), 0u);' 'counts + (M ? bins(bits) / 4 : bins(bits)), 0u);' Lab02.HistogramCountsTheDigitAtAnyShift \
  'WRONG: ' 'counts must be cleared first, all of them (std::memset counts bytes)'
plant 'passes are counted from what stats held' '*stats = done;' '*stats = M ? sort_stats{done.moved - 1, done.skipped - 1} : done;' Lab02.SortSkipsPassesWhoseDigitIsConstant \
  'WRONG: `moved` and `skipped` are 1 too small: both were -1 before the call' '!if and only if'
plant 'copied the wrong way' '{ std::copy(scratch, scratch +' '{ if (M) std::copy(keys, keys + n, scratch); else std::copy(scratch, scratch +' Lab02.SortIsRightForEveryDigitWidth \
  'WRONG: The keys stand as before the last pass, and `scratch` holds the same' '!is missing'
plant 'the first digit is left out' 'for (int pass = 0; pass + mistake' 'for (int pass = M; pass + mistake' Lab02.SortHandlesEveryKindAndSizeOfInput \
  'WRONG: The keys are in order of all bits but the lowest'
plant 'a signed shift' 'return (key >> (mistake' 'if (M) return (static_cast<std::int32_t>(key) >> shift) & (bins(bits) - 1); return (key >> (mistake' \
  Lab02.HistogramOfTheLastDigitStopsAtBit31 'WRONG: ' 'The keys were shifted as signed numbers'
plant 'the index for the key' ']++] = keys[i], starts' ']++] = M ? static_cast<std::uint32_t>(i) : keys[i], starts' Lab02.ScatterKeepsTheOrderOfEqualDigits 'WRONG: ' '!keep their order'
plant 'the sums begin with 1' 'std::uint32_t sum = 0;' 'std::uint32_t sum = M;' Lab02.ScanWorksInPlace 'WRONG: ' '!the same array'
plant 'a key too many in a template' 'for (const word<Key> w : from) to[starts[digit(w)]++] = w;' 'for (const word<Key> w : from) to[starts[digit(w)]++ + M * n] = w;' \
  Lab02.OtherKeysAreClean "NOT CLEAN: $found out-of-bounds (host)" 'to[starts[digit(w)]' '!adapter.cu'
run_table
