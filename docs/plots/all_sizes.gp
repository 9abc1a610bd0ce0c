# SPDX-License-Identifier: Apache-2.0
#: title All labs: keys per second by size
#: alt Keys per second of all labs' sorts, of std::sort on one core and on all, Thrust and CUB and of a copy against n from 2¹⁰ to 2³⁰, both axes logarithmic. Lab 01 is at its best at 2¹³ and then \
#:     falls with n. At 2²⁸ lab 04 reaches 11.8 G keys/s, lab 07 13.6, lab 06 22, lab 05 30, Thrust 41.8 and CUB's radix sort 49.4. The memory limit of a radix sort with four passes lies at 117 G keys/s.
#: caption Random 32-bit keys that are already on the device, the whole call with the memory it allocates (CUB's is allocated before). Labs 04 and 05: 8-bit digits; lab 06: its \
#:     merge sort of any n. Lab 02 (11-bit digits) and std::sort: one core of the host; all cores: libstdc++'s parallel mode on 16. The sorts on the device are from one run, those of the host from another. Medians of 7 runs with fresh keys. Memory limit: what the copy of 2²⁸ keys reaches, divided by the 36 bytes for each key that \
#:     four passes and one histogram of all digits must move.
#: size 520 560
#: first five four seven cub std
#: name one lab 01
#: name two lab 02
#: name four lab 04
#: name five lab 05
#: name six lab 06
#: name seven lab 07
#: name level1 source 002's
#: name std std::sort
#: name cores std::sort, all cores
#: name thrust Thrust
#: name cub CUB
#: data one h200_faster_sizes.csv [n Gkeys_s] version=lab01_two_level data=keys
#: data two h200_all_sizes.csv [n Gkeys_s] version=lab02
#: data four h200_faster_sizes.csv [n Gkeys_s] version=lab04 data=keys
#: data five h200_faster_sizes.csv [n Gkeys_s] version=lab05 data=keys
#: data six h200_faster_sizes.csv [n Gkeys_s] version=lab06 data=keys
#: data seven h200_faster_sizes.csv [n Gkeys_s] version=lab07 data=keys
#: data level1 h200_faster_sizes.csv [n Gkeys_s] version=source_level1 data=keys
#: data std h200_all_sizes.csv [n Gkeys_s] version=std_sort
#: data cores h200_all_sizes.csv [n Gkeys_s] version=std_sort_all_cores
#: data thrust h200_faster_sizes.csv [n Gkeys_s] version=thrust data=keys
#: data cub h200_faster_sizes.csv [n Gkeys_s] version=cub_radix_sort data=keys
#: data copy h200_faster_sizes.csv [n Gkeys_s] version=copy data=keys n=268435456
stats $copy using 2 name 'copy' nooutput
limit = copy_min * 8 / 36
set logscale x 2
set logscale y 10
set xrange [2**9.5:2**30.5]
set yrange [0.001:250]
set xtics ('2¹⁰' 2**10)
set for [i = 10:30:(narrow ? 5 : 2)] xtics add ('2' . up(i) 2**i)
set ytics ('0.001' 0.001, '0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100)
set mytics 10
set xlabel 'n, keys'
set ylabel 'G keys/s'
set rmargin (narrow ? 10 : 15)
set label 1 sprintf('memory limit, 4 passes: %.0f', limit) at 2**10, limit * 1.3 textcolor rgb grey
set label 2 (narrow ? 'CUB' : 'CUB radix') at graph 1.01, first 62 textcolor rgb black
set label 3 'Thrust' at graph 1.01, first 42 textcolor rgb brown
set label 4 'lab 05' at graph 1.01, first 29 textcolor rgb blue
set label 5 'lab 06' at graph 1.01, first 20 textcolor rgb purple
set label 6 'lab 04' at graph 1.01, first 12 textcolor rgb red
set label 7 'lab 07' at graph 1.01, first 8.4 textcolor rgb green
set label 8 'lab 01' at 2**19.2, 0.16 textcolor rgb red
set label 9 'lab 02' at 2**26.3, 0.075 textcolor rgb blue
set label 12 'std::sort, all cores' at 2**26.3, 0.14 textcolor rgb black
set label 10 'std::sort' at 2**25.3, 0.0095 textcolor rgb black
set label 11 "source 002's Level 1" at 2**14.5, 0.0045 textcolor rgb grey
plot limit with lines linecolor rgb grey linewidth bold, \
     $level1 using 1:2 with linespoints linecolor rgb grey dashtype 2 pointtype 6 pointsize 0.5, \
     $std using 1:2 with linespoints linecolor rgb black pointtype 3 pointsize 0.5, \
     $cores using 1:2 with linespoints linecolor rgb black dashtype 3 pointtype 3 pointsize 0.5, \
     $two using 1:2 with linespoints linecolor rgb blue pointtype 6 pointsize 0.5, \
     $one using 1:2 with linespoints linecolor rgb red pointtype 4 pointsize 0.5, \
     $cub using 1:2 with linespoints linecolor rgb black pointtype 4 pointsize 0.6 linewidth thin, \
     $thrust using 1:2 with linespoints linecolor rgb brown pointtype 10 pointsize 0.6 linewidth thin, \
     $seven using 1:2 with linespoints linecolor rgb green pointtype 9 pointsize 0.6 linewidth bold, \
     $four using 1:2 with linespoints linecolor rgb red pointtype 5 pointsize 0.5 linewidth bold, \
     $six using 1:2 with linespoints linecolor rgb purple pointtype 11 pointsize 0.6 linewidth bold, \
     $five using 1:2 with linespoints linecolor rgb blue pointtype 7 pointsize 0.6 linewidth bold
