# SPDX-License-Identifier: Apache-2.0
#: title Lab 07: bitonic sorts by size
#: alt Keys per second of lab 07's sorts against n from 2¹⁰ to 2²⁸. From 2¹⁶ keys on one launch for each step is slowest, then the hybrid, then vectors; the fast sort has 21.7 G keys/s \
#:     at 2²⁴ and less with every doubling after that. CUB's merge sort reaches 23 and its radix sort 49 G keys/s.
#: caption 32-bit random keys, sorted in place by the reference solution of lab 07; CUB's sorts need a second array. Vectors: 1024 threads, L = 4, M = 1. Medians of 11 runs \
#:     (5 from 2²⁶ keys on).
#: data steps h200_faster_lab07_bitonic.csv [n keys_per_s] version=sort_steps
#: data hybrid h200_faster_lab07_bitonic.csv [n keys_per_s] version=sort_hybrid
#: data vectors h200_faster_lab07_bitonic.csv [n keys_per_s] version=sort_vectors block=1024 L=4 M=1
#: data fast h200_faster_lab07_bitonic.csv [n keys_per_s] version=sort
#: data merge h200_faster_lab07_bitonic.csv [n keys_per_s] version=cub::DeviceMergeSort
#: data radix h200_faster_lab07_bitonic.csv [n keys_per_s] version=cub::DeviceRadixSort
set logscale x 2
set logscale y 10
set xrange [2**9.5:2**28.5]
set yrange [0.004:80]
set xtics ('2¹⁰' 2**10)
set for [i = 10:28:(narrow ? 6 : 2)] xtics add ('2' . up(i) 2**i)
set ytics ('0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10)
set mytics 10
set xlabel 'n, keys'
set ylabel 'G keys/s'
set rmargin (narrow ? 11 : 19)
set label 1 (narrow ? 'CUB radix' : 'CUB radix sort') at graph 1.01, first 49 textcolor rgb black
set label 2 (narrow ? 'CUB merge' : 'CUB merge sort') at graph 1.01, first 21 textcolor rgb brown
set label 3 (narrow ? 'sort' : 'bitonic::sort') at graph 1.01, first 13 textcolor rgb blue
set label 4 (narrow ? 'vectors' : 'sort_vectors') at graph 1.01, first 3.8 textcolor rgb green
set label 5 (narrow ? 'hybrid' : 'sort_hybrid') at graph 1.01, first 2.0 textcolor rgb red
set label 6 (narrow ? 'steps' : 'sort_steps') at 2**24.4, 0.75 textcolor rgb purple
plot $radix using 1:($2 / 1e9) with linespoints linecolor rgb black pointtype 4 pointsize 0.7 linewidth thin, \
     $merge using 1:($2 / 1e9) with linespoints linecolor rgb brown pointtype 6 pointsize 0.7 linewidth thin, \
     $steps using 1:($2 / 1e9) with linespoints linecolor rgb purple pointtype 3 pointsize 0.7 linewidth thin, \
     $hybrid using 1:($2 / 1e9) with linespoints linecolor rgb red pointtype 5 pointsize 0.6 linewidth thin, \
     $vectors using 1:($2 / 1e9) with linespoints linecolor rgb green pointtype 9 pointsize 0.7 linewidth thin, \
     $fast using 1:($2 / 1e9) with linespoints linecolor rgb blue pointtype 7 pointsize 0.7 linewidth bold
