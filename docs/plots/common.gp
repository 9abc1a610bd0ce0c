# SPDX-License-Identifier: Apache-2.0
# Okabe and Ito's colours, which colour-blind readers can distinguish, most of them darker, so that text is readable on
# white. Sky and orange are for marks; each has a twin for words. Sources' figures are grey and dashed.
black = '#000000'; blue = '#0072b2'; red = '#b84a00'; green = '#00795a'; purple = '#a6407a'; brown = '#7d5200'
sky = '#56b4e9'; orange = '#e69f00'; sky_words = '#3a7ca5'; orange_words = '#a05a00'; grey = '#666666'; light = '#e8e8e8'; pale = '#b0b0b0'
set encoding utf8
set border 3 linecolor rgb grey
set tics nomirror textcolor rgb black
set grid ytics linecolor rgb '#dddddd' linetype 1 linewidth 0.5
set style fill solid 1.0 noborder
set boxwidth 0.7
unset key
set dashtype 2 (6, 4)
thin = 1.5
bold = 2.5
digit_up(c) = c eq '-' ? '⁻' : word('⁰ ¹ ² ³ ⁴ ⁵ ⁶ ⁷ ⁸ ⁹', int(c) + 1)
up(n) = strlen(sprintf('%d', n)) == 1 ? digit_up(sprintf('%d', n)) \
      : digit_up(substr(sprintf('%d', n), 1, 1)) . digit_up(substr(sprintf('%d', n), 2, 2))
