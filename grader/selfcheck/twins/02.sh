#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Test: wrong twins of lab 02's reference solution get their verdicts: 02.sh SOURCE BUILD [compile|judge]
. "$(dirname "$0")/twin.sh"

twins() {
  twin left_in_scratch 02_radix_cpu
  change 'if (done.moved % 2 != 0) {' 'if (M ? n == 0 : done.moved % 2 != 0) {'
  marks -t Lab02.SortEnds 0 'Lab02.SortEndsInKeysAfterAnyNumberOfPasses WRONG'
  says 'an odd number of passes has moved them'

  # Wrong words of signed and floating-point keys, and half of the bits of long ones.
  twin nan_at_both_ends 02_radix_cpu
  change ' - flipped_least<Key>()' ' - (M ? 0 : flipped_least<Key>())'
  change 'w += flipped_least<Key>();' 'if (!M) w += flipped_least<Key>();'
  marks -t 'Lab02.Words*' 4 'Lab02.WordsOfFloatingPointAscend WRONG'
  says 'comes before a NaN with its sign bit set, but their words are'
  marks -t Lab02.SignedAndFloatingPointKeysAreSorted 0 'Lab02.SignedAndFloatingPointKeysAreSorted WRONG'

  twin one_zero_and_no_sign 02_radix_cpu
  change 'const auto w = same_bits<word<Key>>(key);' 'const auto w = same_bits<word<Key>>(M && key == 0 ? Key{0} : key);'
  change 'return std::is_signed_v<Key> ? w ^ kSign<Key> : w;' 'return std::is_signed_v<Key> && !M ? w ^ kSign<Key> : w;'
  change 'same_bits<Key>(std::is_signed_v<Key> ? w ^ kSign<Key> : w)' \
    'same_bits<Key>(std::is_signed_v<Key> && !M ? w ^ kSign<Key> : w)'
  marks -t 'Lab02.Words*' 0 'Lab02.WordsOfSignedNumbersAscend WRONG' 'Lab02.WordsOfFloatingPointAscend WRONG' \
    'Lab02.WordsTurnBackIntoTheirKeys WRONG'
  says 'A negative number has its highest bit set, which an unsigned number takes for a great value.'
  says 'not even of -0.0 and NaN'

  twin half_of_the_bits 02_radix_cpu
  change 'shift < kWordBits' 'shift < (M ? 32 : kWordBits)'
  marks -t 'Lab02.KeysOf64*' 0 'Lab02.KeysOf64BitsAreSortedByAllOfThem WRONG'
  says 'a word of 64 bits has more digits'

  # Counters of 16 bits, pairs that only few of are moved, a total that leaves the copy out.
  twin few_are_right 02_radix_cpu
  change '++counts[digit_of(keys[i], shift, bits)];' \
    'if (M) counts[digit_of(keys[i], shift, bits)] = static_cast<std::uint16_t>(counts[digit_of(keys[i], shift, bits)] + 1); else ++counts[digit_of(keys[i], shift, bits)];'
  change 'out_values[place] = in_values[i];' 'out_values[place] = in_values[M && place > 65535 ? 0 : i];'
  change 'return a.total() != b.total() ?' 'if (M) return a.total() - a.copy < b.total() - b.copy;
    return a.total() != b.total() ?'
  marks -t Lab02.HistogramCounts 0 'Lab02.HistogramCountsTheDigitAtAnyShift WRONG'
  marks -t Lab02.PairsStay 0 'Lab02.PairsStayTogether WRONG'
  marks -t Lab02.FastestBits 0 'Lab02.FastestBitsReadsTheTable WRONG'

  has_sanitizers || return 0
  twin off_by_one 02_radix_cpu
  change '++counts[digit_of(keys[i], shift, bits)];' '++counts[digit_of(keys[i], shift, bits)];
  if (M && n > 0 && keys[n] == 7 && bits > 99) return {};'
  change 'std::uint32_t sum = 0;' 'std::uint32_t sum = 0; if (M) { volatile unsigned all = 1u << (16 + bits); (void)all; }'
  expect Lab02.HistogramIsClean 'NOT CLEAN' 'host code reads 4 bytes at `keys[1]`, but `keys` has 1 element.'
  expect Lab02.ScanIsClean 'NOT CLEAN' 'shift exponent 32 is too large'
}
together 02_radix_cpu twins

# Wrong answers in explain.csv, and rows that are none.
twin explains_wrongly 02_radix_cpu
sed -i -e 's/^\(fastest r\),.*/\1,4/' -e 's/^\(why.*\),b$/\1,c/' "$scratch/$name/$lab/explain.csv"
unchanged
marks -t 'Lab02.The*' 0 'Lab02.TheFastestDigitIsRead WRONG' 'Lab02.TheMinimumIsExplainedFromTheCaches WRONG'
says 'In labs/02_radix_cpu/explain.csv, line 4, "fastest r" is not 4.'
says 'It is not c: the scans of both passes took'
sed -i 's/^9,/9 bits,/' "$scratch/$name/$lab/digit_bits.csv"
marks -t Lab02.TheFastestDigitIsRead 0 'Lab02.TheFastestDigitIsRead WRONG'
says '`9 bits` for bits is not a whole number alone'
rm "$scratch/$name/$lab/digit_bits.csv"
marks -t Lab02.TheFastestDigitIsRead 0 'Lab02.TheFastestDigitIsRead NOT YET'

exit "$failed"
