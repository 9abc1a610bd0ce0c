# SPDX-License-Identifier: Apache-2.0
#: title What three tools find of defective kernels
#: alt Bars of defects found by simcu, Oclgrind and compute-sanitizer, by kind of defect, beside the number of kernels. simcu and Oclgrind find all 51; \
#:     compute-sanitizer finds 21, and none of the 26 races through global memory. Of 25 correct kernels Oclgrind reports 7, compute-sanitizer 1, simcu none.
#: caption 76 small kernels that all three tools can run: 51 with one defect each, 25 right by CUDA's rules. Pale: all kernels of a kind; dark: those that the tool reports. compute-sanitizer: \
#:     all four of its tools, on an H200. The rules of simcu were written with these kernels at hand.
#: size 400 420
#: count kinds oclgrind_check_kernels.csv by expected of simcu oclgrind compute_sanitizer is found|false_alarm expected!=clean
#: count clean oclgrind_check_kernels.csv by expected of simcu oclgrind compute_sanitizer is found|false_alarm expected=clean
# One panel per tool. $1 is the kind, $2 the number of its kernels, and $3 to $5 how many of them each tool reports.
nice(kind) = t > 1 ? '' : kind eq 'barrier-divergence' ? (narrow ? 'barrier' : 'barrier not reached by all') : \
             kind eq 'race global-cross-block' ? (narrow ? 'race: blocks' : 'race between blocks') : \
             kind eq 'race global-same-block' ? (narrow ? 'race: global' : 'race in global memory, one block') : \
             kind eq 'race shared' ? (narrow ? 'race: shared' : 'race in shared memory') : \
             kind eq 'out-of-bounds global' ? (narrow ? 'bounds: global' : 'out of bounds, global memory') : \
             kind eq 'out-of-bounds shared' ? (narrow ? 'bounds: shared' : 'out of bounds, shared memory') : \
             kind eq 'uninitialised-read global' ? (narrow ? 'unset: global' : 'uninitialised read, global') : \
             kind eq 'uninitialised-read shared' ? (narrow ? 'unset: shared' : 'uninitialised read, shared') : \
             kind eq 'clean' ? (narrow ? 'false alarms' : 'false alarms, correct kernels') : kind
array tool[3] = ['simcu', 'Oclgrind', narrow ? 'c.-sanitizer' : 'compute-sanitizer']
stats $kinds using 2 name 'kinds' nooutput
half = 0.34
last = kinds_records + 0.5
set border 0
unset grid
unset xtics
set ytics scale 0
set yrange [last + 0.6:-0.6]
set xrange [0:36]
set tmargin at screen 0.92
set bmargin at screen 0.03
first_left = narrow ? 0.29 : 0.30
step = narrow ? 0.236 : 0.232
set multiplot
do for [t = 1:3] {
  set lmargin at screen first_left + (t - 1) * step
  set rmargin at screen first_left + t * step - 0.01
  set title tool[t] textcolor rgb black offset 0, -0.5
  plot $kinds using (0):($0):(0):2:($0 - half):($0 + half):ytic(nice(strcol(1))) with boxxyerror fillcolor rgb light, \
       $kinds using (0):($0):(0):(column(2 + t)):($0 - half):($0 + half) with boxxyerror fillcolor rgb blue, \
       $kinds using 2:($0):(sprintf('%d', column(2 + t)) . (narrow ? '' : sprintf(' of %d', $2))) with labels left offset 0.4, 0, \
       $clean using (0):(last):(0):2:(last - half):(last + half):ytic(nice(strcol(1))) with boxxyerror fillcolor rgb light, \
       $clean using (0):(last):(0):(column(2 + t) == 0 ? 0.1 : column(2 + t)):(last - half):(last + half) with boxxyerror fillcolor rgb orange, \
       $clean using 2:(last):(sprintf('%d', column(2 + t)) . (narrow ? '' : sprintf(' of %d', $2))) with labels left offset 0.4, 0
}
unset multiplot
