# SPDX-License-Identifier: Apache-2.0
#: title The labs' kernels under an instruction roofline
#: alt Warp instructions per second against warp instructions per byte of DRAM traffic, both axes logarithmic, under a roof that rises with the memory's speed up to about 0.25 instructions a byte and is flat from there. Lab 03's \
#:     scans and lab 07's global steps lie at or near the rising part; lab 01's kernels, far to the right, at the flat part, the sorts of tiles of labs 05 to 07 half way up to it; lab 04's scatter far below both.
#: caption One mark for each kernel; those of labs 05 and 06 are of the simple forms, those of lab 07 of the sort with up to five global steps in a launch. The rising roof is what a copy of 2²⁸ keys reaches; the flat one is an instruction in each cycle of each of the 528 schedulers, at 1.97 GHz. A kernel at the roof is held by memory or by the issue of instructions; below it, by \
#:     something else: waiting, shared memory, or sectors that are moved for a few of their bytes.
#: size 560 600
#: data one h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=lab01
#: data three h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=lab03
#: data source h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=source
#: data four h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=lab04
#: data five h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=lab05
#: data six h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=lab06
#: data seven h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=lab07
#: data cub h200_roofline.csv [instructions_per_byte ginstructions_s kernel] lab=CUB
#: data copy h200_all_sizes.csv [n ms_median] version=copy n=268435456
stats $copy using (8e-6 * $1 / $2) name 'copy' nooutput
issue = 528 * 1.97
roof(x) = x * copy_min < issue ? x * copy_min : issue
set logscale xy 10
set xrange [0.015:12000]
set yrange [60:1600]
set samples 500
set xtics ('0.1' 0.1, '1' 1, '10' 10, '100' 100, '1000' 1000)
set ytics (100, 200, 500, 1000)
set xlabel 'warp instructions for each byte of DRAM traffic'
set ylabel 'G warp instructions/s'
set rmargin 3
set label 1 'an instruction in each cycle' at (narrow ? 1 : 12), issue * 1.12 textcolor rgb grey
set label 2 (narrow ? 'copy' : "the speed\nof a copy") at 0.03, (narrow ? 640 : 480) textcolor rgb grey
set label 3 'lab 01' at 1500, 640 textcolor rgb red
set label 4 'lab 03' at 0.026, 92 textcolor rgb blue
set label 5 'lab 04' at 0.32, 130 textcolor rgb purple
set label 6 'lab 05' at 0.31, 335 textcolor rgb green
set label 7 'lab 06' at 1.4, 760 textcolor rgb brown
set label 8 'lab 07' at 0.09, 212 textcolor rgb orange_words
set label 9 (narrow ? 'Level 1, 2' : 'source 002, Level 1 and 2') at 2.7, 290 textcolor rgb grey
set label 10 'CUB' at 0.45, 470 textcolor rgb black
plot roof(x) with lines linecolor rgb grey linewidth bold, \
     $source using 1:2 with points pointtype 6 linecolor rgb grey pointsize 0.9, \
     $one using 1:2 with points pointtype 5 linecolor rgb red pointsize 0.9, \
     $three using 1:2 with points pointtype 7 linecolor rgb blue pointsize 0.9, \
     $four using 1:2 with points pointtype 9 linecolor rgb purple pointsize 1, \
     $five using 1:2 with points pointtype 11 linecolor rgb green pointsize 1, \
     $six using 1:2 with points pointtype 13 linecolor rgb brown pointsize 1, \
     $seven using 1:2 with points pointtype 15 linecolor rgb orange pointsize 1, \
     $cub using 1:2 with points pointtype 4 linecolor rgb black pointsize 0.9
