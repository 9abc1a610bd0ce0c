# SPDX-License-Identifier: Apache-2.0
#: title Lab 01: host against GPU
#: alt Time of enumeration sort against n from 100 to 40 000, both axes logarithmic. The host's time grows with the square of n and passes the GPU's, \
#:     with both copies, between 100 and 200 keys. The source's GPU was ahead from 20 000 keys on.
#: caption Enumeration sort of double keys: the serial sort on one core of the host, and the direct kernel with blocks of 256 threads, alone and with both copies; \
#:     medians of 5. Grey: what source 001 says of its GTX 580 and Core i5.
#: data ours h200_lab01_crossover.csv [n host_ms kernel_ms total_ms]
#: data kernel source_001_published.csv [n value] figure=kernel_ms
#: data ahead source_001_published.csv [n] figure=gpu_ahead_from
set logscale xy
set xrange [85:60000]
set yrange [0.004:12000]
set ytics ('0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100, '1000' 1000, '10 000' 10000)
set xtics ('100' 100, '1000' 1000, '10 000' 10000)
set xlabel 'n, keys'
set ylabel 'ms'
set label 1 'host, one core' at 1500, 40 right front textcolor rgb red
set label 2 (narrow ? 'with copies' : 'GPU, with copies') at (narrow ? 1000 : 1500), 0.6 left front textcolor rgb blue
set label 3 'GPU, kernel alone' at (narrow ? 600 : 1300), (narrow ? 0.014 : 0.028) front textcolor rgb green
set label 4 narrow ? "source:\nGPU\nahead" : "source 001:\nGPU ahead\nfrom here" at 22500, 0.1 left front textcolor rgb grey
set label 5 (narrow ? 'source' : 'source: kernel') at 16500, 13 right front textcolor rgb grey
plot $ahead using 1:(12000) with impulses linecolor rgb grey dashtype 2, \
     $ours using 1:2 with linespoints linecolor rgb red pointtype 5 pointsize 0.7 linewidth bold, \
     $ours using 1:4 with linespoints linecolor rgb blue pointtype 7 pointsize 0.7 linewidth bold, \
     $ours using 1:3 with linespoints linecolor rgb green pointtype 9 pointsize 0.7 linewidth thin, \
     $kernel using 1:2 with points linecolor rgb grey pointtype 6 pointsize 1.4 linewidth 2
