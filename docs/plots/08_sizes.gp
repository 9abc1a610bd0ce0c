# SPDX-License-Identifier: Apache-2.0
#: title Lab 08 and all other sorts on the device, by size
#: alt Keys per second of the sorts of labs 05 to 08, of CUB's and of Thrust against n from 2¹⁰ to 2³⁰. Lab 08 is above CUB's radix sort everywhere, at 2²⁸ by a factor of almost two; \
#:     at 2²⁹ it falls, as its buckets no longer fit into a small block, and rises again. All others are below CUB's radix sort from 2²² keys on.
#: caption Random 32-bit keys that are already on the device, whole calls; the memory of CUB and of lab 08 is allocated before, others allocate what they need. Medians of 7 runs with fresh keys, all in one run. \
#:     Limits: what the copy of 2²⁸ keys reaches, divided by the 28 bytes for each key that lab 08 moves, and by the 36 of four sweeps.
#: size 520 560
#: first eight radix thrust five merge
#: name five lab 05
#: name six lab 06
#: name seven lab 07
#: name eight lab 08
#: name radix CUB
#: name merge CUB merge
#: name thrust Thrust
#: data five h200_faster_sizes.csv [n Gkeys_s] version=lab05 data=keys
#: data six h200_faster_sizes.csv [n Gkeys_s] version=lab06 data=keys
#: data seven h200_faster_sizes.csv [n Gkeys_s] version=lab07 data=keys
#: data eight h200_faster_sizes.csv [n Gkeys_s] version=lab08 data=keys
#: data merge h200_faster_sizes.csv [n Gkeys_s] version=cub_merge_sort data=keys
#: data radix h200_faster_sizes.csv [n Gkeys_s] version=cub_radix_double_buffer data=keys
#: data thrust h200_faster_sizes.csv [n Gkeys_s] version=thrust data=keys
#: data copy h200_faster_sizes.csv [n Gkeys_s] version=copy data=keys n=268435456
stats $copy using 2 name 'copy' nooutput
seven_words = copy_min * 8 / 28
nine_words = copy_min * 8 / 36
set logscale x 2
set logscale y 10
set xrange [2**9.5:2**30.5]
set yrange [0.01:250]
set xtics ('2¹⁰' 2**10)
set for [i = 10:30:(narrow ? 5 : 2)] xtics add ('2' . up(i) 2**i)
set ytics ('0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100)
set mytics 10
set xlabel 'n, keys'
set ylabel 'G keys/s'
set rmargin (narrow ? 11 : 16)
set label 1 sprintf('limit, 7 words a key: %.0f', seven_words) at 2**10, seven_words * 1.25 textcolor rgb grey
set label 2 sprintf('9 words: %.0f', nine_words) at 2**10, nine_words / 1.3 textcolor rgb grey
set label 3 'lab 08' at graph 1.01, first 92 textcolor rgb blue
set label 4 (narrow ? 'CUB' : 'CUB radix') at graph 1.01, first 60 textcolor rgb black
set label 5 'Thrust' at graph 1.01, first 41 textcolor rgb brown
set label 6 'CUB merge' at graph 1.01, first 14 textcolor rgb green
set label 7 'lab 05' at graph 1.01, first 29 textcolor rgb purple
set label 8 'lab 06' at graph 1.01, first 20.3 textcolor rgb red
set label 9 'lab 07' at graph 1.01, first 9.2 textcolor rgb sky_words
plot seven_words with lines linecolor rgb grey linewidth bold, \
     nine_words with lines linecolor rgb grey dashtype 2 linewidth bold, \
     $thrust using 1:2 with linespoints linecolor rgb brown pointtype 10 pointsize 0.6 linewidth thin, \
     $merge using 1:2 with linespoints linecolor rgb green pointtype 8 pointsize 0.6 linewidth thin, \
     $five using 1:2 with linespoints linecolor rgb purple pointtype 5 pointsize 0.5 linewidth thin, \
     $six using 1:2 with linespoints linecolor rgb red pointtype 11 pointsize 0.5 linewidth thin, \
     $seven using 1:2 with linespoints linecolor rgb sky pointtype 9 pointsize 0.5 linewidth thin, \
     $radix using 1:2 with linespoints linecolor rgb black pointtype 4 pointsize 0.6 linewidth bold, \
     $eight using 1:2 with linespoints linecolor rgb blue pointtype 7 pointsize 0.6 linewidth bold
