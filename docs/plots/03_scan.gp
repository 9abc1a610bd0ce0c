# SPDX-License-Identifier: Apache-2.0
#: title Lab 03: scans by size
#: alt Bandwidth of three scans, of CUB's and of a copy against n from 2¹⁶ to 2²⁸. All grow with n, above 2²⁴ elements more slowly. At 2²⁸ the single pass is \
#:     level with CUB at 3.1 TB/s, three kernels reach 2.8, the cooperative launch 2.7, and the copy 4.2.
#: caption Exclusive scan of n 32-bit words. A scan must move 8 bytes for each, and no more than that is counted. Blocks of 1024 threads for the single pass, of 256 for \
#:     the others; medians of 21 runs.
#: data cub h200_lab03_scan.csv [n GB_s] version=cub
#: data copy h200_lab03_scan.csv [n GB_s] version=copy
#: data three h200_lab03_scan.csv [n GB_s] version=three_kernels/256
#: data coop h200_lab03_scan.csv [n GB_s] version=cooperative/256
#: data single h200_lab03_scan.csv [n GB_s] version=single_pass/1024
set logscale x 2
set xrange [2**15.5:2**28.5]
set yrange [0:4.5]
set xtics ('2¹⁶' 2**16)
set for [i = 16:28:2] xtics add ('2' . up(i) 2**i)
set xlabel 'n, elements'
set ylabel 'TB/s (8 bytes for each element)'
set rmargin (narrow ? 12 : 20)
set label 1 'copy' at graph 1.01, first 4.25 textcolor rgb black
set label 2 'CUB' at graph 1.01, first 3.02 textcolor rgb brown
set label 3 'single pass' at graph 1.01, first 3.28 textcolor rgb blue
set label 4 (narrow ? '3 kernels' : 'three kernels') at graph 1.01, first 2.76 textcolor rgb red
set label 5 'cooperative' at graph 1.01, first 2.5 textcolor rgb green
plot $copy using 1:($2 / 1000) with linespoints linecolor rgb black pointtype 3 linewidth thin, \
     $three using 1:($2 / 1000) with linespoints linecolor rgb red pointtype 5 pointsize 0.7 linewidth thin, \
     $coop using 1:($2 / 1000) with linespoints linecolor rgb green pointtype 9 pointsize 0.8 linewidth thin, \
     $cub using 1:($2 / 1000) with linespoints linecolor rgb brown pointtype 4 linewidth bold, \
     $single using 1:($2 / 1000) with linespoints linecolor rgb blue pointtype 7 pointsize 0.7 linewidth bold
