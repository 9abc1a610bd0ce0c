# SPDX-License-Identifier: Apache-2.0
#: title simcu, PoCL and Oclgrind: time for the same kernels
#: alt Bars on a logarithmic axis: the time of PoCL, simcu and Oclgrind for a block scan and for a kernel without barriers, and of simcu --check beside Oclgrind --data-races.
#: caption Left of the number: tool and cores. Top: a scan in blocks of 256 threads, 2²⁰ elements, 17 barriers for each thread. Bottom: 2²² threads without barriers. PoCL compiles kernels \
#:     for the CPU and checks nothing; Oclgrind interprets them. Shortest of several runs (Oclgrind: one), without start-up; the axis is logarithmic.
#: data scan tools_speed.csv [tool cores seconds] work=scan
#: data plain tools_speed.csv [tool cores seconds] work=plain
stats $scan using 3 name 'scan' nooutput
half = 0.36
gap = scan_records + 0.8
name(tool, cores) = sprintf('%s, %d', tool, cores)
colour(tool) = tool[1:5] eq 'simcu' ? 0x0072b2 : tool[1:4] eq 'Oclg' ? 0xe69f00 : tool eq 'PoCL' ? 0x00795a : 0xb0b0b0
text(s) = s < 1 ? sprintf('%.3g ms', 1000 * s) : sprintf('%.3g s', s)
set border 1
unset grid
set grid xtics linecolor rgb '#dddddd' linetype 1 linewidth 0.5
set ytics scale 0
set lmargin (narrow ? 21 : 24)
set rmargin (narrow ? 9 : 10)
set logscale x
set xrange [0.001:1000]
set xtics ('1 ms' 0.001, '10 ms' 0.01, '0.1 s' 0.1, '1 s' 1, '10 s' 10, '100 s' 100)
if (narrow) set xtics ('1 ms' 0.001, '0.1 s' 0.1, '10 s' 10)
set yrange [scan_records + 4.4:-0.6]
plot $scan using (0.001):($0):(0.001):3:($0 - half):($0 + half):(colour(strcol(1))):ytic(name(strcol(1), $2)) with boxxyerror fillcolor rgb variable, \
     $scan using 3:($0):(text($3)) with labels left offset 0.5, 0, \
     $plain using (0.001):($0 + gap):(0.001):3:($0 + gap - half):($0 + gap + half):(colour(strcol(1))):ytic(name(strcol(1), $2)) with boxxyerror fillcolor rgb variable, \
     $plain using 3:($0 + gap):(text($3)) with labels left offset 0.5, 0
