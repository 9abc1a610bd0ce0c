# SPDX-License-Identifier: Apache-2.0
#: title Lab 01: the direct kernel by block size
#: alt Time of the direct enumeration sort, as a multiple of the best block size, for blocks of 16 to 1024 threads and four numbers \
#:     of keys. With 100 000 keys blocks of 16 threads take 2.1 times as long as the best; with fewer keys nearly all block sizes are within a tenth.
#: caption Direct enumeration sort of double keys, kernel alone, median of 15 runs, relative to the best block size for the same n. Grey: the two \
#:     block sizes that source 001 found fastest in its Table 1 (GTX 580; its times are not in the text we have).
#: data d5000 h200_lab01_block_sizes.csv [block ms_median] n=5000
#: data d20000 h200_lab01_block_sizes.csv [block ms_median] n=20000
#: data d40000 h200_lab01_block_sizes.csv [block ms_median] n=40000
#: data d100000 h200_lab01_block_sizes.csv [block ms_median] n=100000
#: data theirs source_001_published.csv [value] figure=fastest_block_size
stats $d5000 using 2 name 'a' nooutput
stats $d20000 using 2 name 'b' nooutput
stats $d40000 using 2 name 'c' nooutput
stats $d100000 using 2 name 'd' nooutput
stats $d100000 using ($1 == 16 ? $2 : NaN) name 'half' nooutput
set logscale x 2
set xrange [13:1250]
set yrange [0.98:1.24]
set xtics (16, 32, 64, 128, 256, 512, 1024)
set ytics 0.05
set xlabel 'threads per block'
set ylabel 'time / time of the best block size'
set key outside above horizontal center samplen 1.5 maxrows 1
set label 1 (narrow ? "001:\nfastest" : "source 001:\nfastest") at 181, 1.2 center front textcolor rgb grey
set label 2 sprintf('↑ %.1f', half_min / d_min) at 30, 1.19 front textcolor rgb blue
plot $theirs using 1:(1.24) with impulses linecolor rgb light linewidth (narrow ? 12 : 26) notitle, \
     $d5000 using 1:($2 / a_min) with linespoints linecolor rgb red pointtype 4 linewidth thin title (narrow ? '5000' : 'n = 5000'), \
     $d20000 using 1:($2 / b_min) with linespoints linecolor rgb green pointtype 6 linewidth thin title '20 000', \
     $d40000 using 1:($2 / c_min) with linespoints linecolor rgb purple pointtype 8 linewidth thin title '40 000', \
     $d100000 using 1:($2 / d_min) with linespoints linecolor rgb blue pointtype 7 linewidth bold title '100 000'
