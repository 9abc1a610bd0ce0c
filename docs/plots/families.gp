# SPDX-License-Identifier: Apache-2.0
#: title All sorts: keys per second by family of inputs
#: alt One row for each sort, one mark for each family of keys. Lab 07's marks lie on one another. Lab 06's spread by 6 %, lab 05's by 7, those of CUB's merge sort by 16. Lab 04 and the radix sorts of the libraries are fastest for equal keys, lab 04 two and a half times as fast as for \
#:     uniform ones. On the host std::sort is ten times as fast for equal and seven times for sorted keys as for uniform ones, and lab 02 is slower for sorted and reversed keys than for uniform ones.
#: caption 32-bit keys, the whole call; medians of 5 runs with fresh keys, all results checked. Above the line 2²⁸ keys on the device, below it 2²⁴ keys on the host (lab 02 and std::sort on one core; all: libstdc++'s \
#:     parallel mode on 16). Black, or white on a dark page: uniform. Blue: what is special is the order. Red: what is special is how often values repeat.
#: size 520 620
#: data cub h200_faster_families.csv [family Gkeys_s] version=cub_radix_sort data=keys n=268435456
#: data thrust h200_faster_families.csv [family Gkeys_s] version=thrust data=keys n=268435456
#: data merge h200_faster_families.csv [family Gkeys_s] version=cub_merge_sort data=keys n=268435456
#: data five h200_faster_families.csv [family Gkeys_s] version=lab05 data=keys n=268435456
#: data six h200_faster_families.csv [family Gkeys_s] version=lab06 data=keys n=268435456
#: data four h200_faster_families.csv [family Gkeys_s] version=lab04 data=keys n=268435456
#: data seven h200_faster_families.csv [family Gkeys_s] version=lab07 data=keys n=268435456
#: data cores h200_all_families.csv [family Gkeys_s] version=std_sort_all_cores data=keys
#: data two h200_all_families.csv [family Gkeys_s] version=lab02 data=keys
#: data std h200_all_families.csv [family Gkeys_s] version=std_sort data=keys
# i is a family's place in the file.
y(row, i) = row + (i - 3.5) * 0.09
array mark[8] = [7, 9, 11, 13, 5, 4, 6, 1]
array tint[8] = [0x000000, 0x0072b2, 0x0072b2, 0x0072b2, 0xb84a00, 0xb84a00, 0xb84a00, 0xb84a00]
array name[8] = ['uniform', 'sorted', 'reversed', 'nearly sorted', 'equal', 'few distinct', 'Zipf', '16 bits']
unset grid
set grid xtics linecolor rgb '#dddddd' linetype 1 linewidth 0.5
set border 1
set ytics scale 0
set lmargin (narrow ? 11 : 17)
set tmargin (narrow ? 6 : 4)
set logscale x 10
set xrange [0.008:120]
set xtics ('0.01' 0.01, '0.1' 0.1, '1' 1, '10' 10, '100' 100)
set mxtics 10
set xlabel 'G keys/s'
set yrange [9.7:-0.7]
set ytics ('CUB radix' 0, 'Thrust' 1, 'CUB merge' 2, 'lab 05' 3, 'lab 06' 4, 'lab 04' 5, 'lab 07' 6, 'std::sort, all' 7, 'lab 02' 8, 'std::sort' 9)
set arrow 1 from graph 0, first 6.5 to graph 1, first 6.5 nohead linecolor rgb grey
do for [i = 1:8] {
  column = narrow ? (i - 1) % 2 : (i - 1) % 4
  line = narrow ? (i - 1) / 2 : (i - 1) / 4
  left = (narrow ? 0.08 + 0.47 * column : 0.17 + 0.20 * column)
  top = 0.975 - (narrow ? 0.035 : 0.045) * line
  set label i name[i] at screen left + 0.025, top textcolor rgb tint[i] point pointtype mark[i] linecolor rgb tint[i] pointsize 0.7 offset 0.8, -0.35
}
plot for [i = 1:8] $cub using 2:(y(0, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $thrust using 2:(y(1, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $merge using 2:(y(2, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $five using 2:(y(3, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $six using 2:(y(4, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $four using 2:(y(5, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $seven using 2:(y(6, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $cores using 2:(y(7, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $two using 2:(y(8, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6, \
     for [i = 1:8] $std using 2:(y(9, i - 1)) every ::(i - 1)::(i - 1) with points pointtype mark[i] linecolor rgb tint[i] pointsize 0.6
