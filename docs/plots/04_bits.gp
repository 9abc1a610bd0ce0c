# SPDX-License-Identifier: Apache-2.0
#: title Labs 04 and 05: digit width
#: alt Total time of the sorts of labs 04 and 05 against the digit width of 1 to 8 bits, for blocks of 256 threads, with other block sizes as small marks. Both fall from almost 5 ms at 1 bit to 1.6 and \
#:     1.1 ms at 8 bits; lab 05 is ahead at every width. Lines show Thrust at 0.63 and CUB at 0.47 ms.
#: caption 2²⁴ + 1 random keys on an H200: sum of the phases by digit width r, blocks of 256 threads with 16 keys each; small marks: other block sizes, 64 to 1024 threads. Lab 05 is in its simple form, by splits. Medians of 7.
#: data four h200_lab04_lab05_sweep.csv [bits total_ms] version=lab04 block_size=256 tile=4096
#: data five h200_lab04_lab05_sweep.csv [bits total_ms] version=lab05 block_size=256 tile=4096
#: data others4 h200_lab04_lab05_sweep.csv [bits total_ms] version=lab04 block_size!=256
#: data others5 h200_lab04_lab05_sweep.csv [bits total_ms] version=lab05 block_size!=256
#: data thrust h200_lab04_lab05_sweep.csv [total_ms] version=thrust
#: data cub h200_lab04_lab05_sweep.csv [total_ms] version=cub
stats $thrust using 1 name 'thrust' nooutput
stats $cub using 1 name 'cub' nooutput
set xrange [0.7:8.4]
set yrange [0:6]
set xtics 1
set xlabel 'r, bits of a digit'
set ylabel 'ms'
set label 1 'lab 04' at 5.6, 2.25 front textcolor rgb red
set label 2 'lab 05' at 5.6, 1.0 front textcolor rgb blue
set label 3 'Thrust' at 0.8, thrust_min + 0.13 textcolor rgb brown
set label 4 'CUB' at 0.8, cub_min - 0.17 textcolor rgb brown
plot $others4 using ($1 - 0.06):2 with points linecolor rgb red pointtype 4 pointsize 0.4, \
     $others5 using ($1 + 0.06):2 with points linecolor rgb blue pointtype 6 pointsize 0.4, \
     thrust_min with lines linecolor rgb brown linewidth thin, \
     cub_min with lines linecolor rgb brown linewidth thin, \
     $four using 1:2 with linespoints linecolor rgb red pointtype 5 pointsize 0.8 linewidth bold, \
     $five using 1:2 with linespoints linecolor rgb blue pointtype 7 pointsize 0.8 linewidth bold
