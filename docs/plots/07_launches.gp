# SPDX-License-Identifier: Apache-2.0
#: title Lab 07: launches and barriers, counted, derived, and by the source's formulas
#: alt Two panels against n from 2⁸ to 2¹⁵. Counted synchronisations, and those of them by the host, lie on the curves that lab 07 derives, for L = 4 and L = 8; the curves of the \
#:     source's formulas, with 2 lg L in place of lg L, lie far below.
#: caption sort_vectors with M = 1 and 32 threads a block, counted on the simulated device (symbols), next to what lab 07 derives (lines) and what source 004 prints (grey, dashed; \
#:     its formulas are for L and M = 1). Top: all synchronisations, barriers of one block and ends of launches. Bottom: those by the host, the ends of launches but the last.
#: size 560 600
#: data four simcu_lab07_launches.csv [lg_n synchronisations launches] items=32 L=4 M=1
#: data eight simcu_lab07_launches.csv [lg_n synchronisations launches] items=32 L=8 M=1 lg_n>=9
# k = lg N for 2N = n keys, l = lg L.
derived(k, l) = (k - l + 1) * (k - l + 2) / 2.0 - 1
printed(k, l) = (2 + k - 2 * l) * (k - 2 * l + 1) / 2.0 - 1
by_host(b) = b <= 0 ? 0 : b * (b + 3) / 2.0
printed_by_host(b) = b <= 0 ? 0 : b * (b + 1) / 2.0
set xrange [7.7:15.5]
set xtics ('2⁸' 8, '2⁹' 9, '2¹⁰' 10, '2¹¹' 11, '2¹²' 12, '2¹³' 13, '2¹⁴' 14, '2¹⁵' 15)
set samples 200
set rmargin (narrow ? 10 : 18)
set lmargin 8
set multiplot
set tmargin at screen 0.97
set bmargin at screen 0.56
set yrange [0:95]
set ylabel 'synchronisations'
set label 1 'L = 4' at graph 1.025, first 90 textcolor rgb blue
set label 2 'L = 8' at graph 1.025, first 77 textcolor rgb red
set label 3 (narrow ? "004,\nL = 4" : 'source 004, L = 4') at graph 1.025, first (narrow ? 69 : 65) textcolor rgb grey
set label 4 (narrow ? '004, L = 8' : 'source 004, L = 8') at graph 1.025, first 44 textcolor rgb grey
plot sample [8:15] printed(x - 1, 2) with lines linecolor rgb grey dashtype 2 linewidth thin, \
     [9:15] printed(x - 1, 3) with lines linecolor rgb grey dashtype 2 linewidth thin, \
     [8:15] derived(x - 1, 2) with lines linecolor rgb blue linewidth thin, \
     [9:15] derived(x - 1, 3) with lines linecolor rgb red linewidth thin, \
     $four using 1:2 with points linecolor rgb blue pointtype 7, \
     $eight using 1:2 with points linecolor rgb red pointtype 5
set tmargin at screen 0.47
set bmargin at screen 0.12
set yrange [0:37]
set xlabel 'n, keys'
set ylabel 'by the host'
set label 1 at graph 1.025, first 35
set label 2 at graph 1.025, first 27
set label 3 at graph 1.025, first (narrow ? 16.2 : 15)
set label 4 at graph 1.025, first 6
plot sample [8:15] printed_by_host(x - 1 - 4 - 5) with lines linecolor rgb grey dashtype 2 linewidth thin, \
     [8:15] printed_by_host(x - 1 - 6 - 5) with lines linecolor rgb grey dashtype 2 linewidth thin, \
     [8:15] by_host(x - 1 - 2 - 5) with lines linecolor rgb blue linewidth thin, \
     [9:15] by_host(x - 1 - 3 - 5) with lines linecolor rgb red linewidth thin, \
     $four using 1:($3 - 1) with points linecolor rgb blue pointtype 7, \
     $eight using 1:($3 - 1) with points linecolor rgb red pointtype 5
unset multiplot
