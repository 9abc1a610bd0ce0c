# SPDX-License-Identifier: Apache-2.0
#: title Lab 02: radix sort on the CPU by digit width
#: alt Stacked bars of histogram, scatter and copy times for digits of 1 to 16 bits. The total falls steeply to 210 ms at 8 bits, is smallest with 183 ms at 11 bits, and \
#:     jumps to 337 ms at 15 bits. std::sort takes 1679 ms; the host sort of source 002 took 2219 ms on its machine.
#: caption Radix sort of 2²⁴ + 1 keys on one core by digit width r, each the fastest of 5 runs; the scan is too short to be seen. The bar of r = 1 goes on to 2323 ms. Grey: the \
#:     host version of source 002, on its own machine; its r is not known.
#: data histogram h200_lab02_radix_cpu.csv [bits ms] version=radix_histogram
#: data scatter h200_lab02_radix_cpu.csv [bits ms] version=radix_scatter
#: data copy h200_lab02_radix_cpu.csv [bits ms] version=radix_copy
#: data total h200_lab02_radix_cpu.csv [bits ms] version=radix_total
#: data std h200_lab02_radix_cpu.csv [ms] version=std::sort
#: data theirs source_002_table.csv [total_ms] version=sortByHost
stats $std using 1 name 'std' nooutput
stats $theirs using 1 name 'host' nooutput
stats $total using 2 name 'all' nooutput
array h[16]
array s[16]
do for [i = 1:16] {
  stats $histogram using ($1 == i ? $2 : NaN) name 'one' nooutput
  h[i] = one_min
  stats $scatter using ($1 == i ? $2 : NaN) name 'one' nooutput
  s[i] = one_min
}
set xrange [0.4:16.6]
set yrange [0:820]
set xtics 1,(narrow ? 2 : 1),16
set ytics 100
set xlabel 'r, bits of a digit'
set ylabel 'ms'
set key at graph 0.99, graph 0.75 right samplen 1.5
set label 1 sprintf('std::sort: %.0f ms   ↑', std_min) at graph 0.99, graph 0.94 right textcolor rgb black
set label 2 sprintf('source 002%s: %.0f ms   ↑', narrow ? '' : ', host radix sort', host_min) at graph 0.99, graph 0.87 right textcolor rgb grey
set label 3 sprintf('%.0f', all_min) at all_index_min + 1, all_min + 22 center textcolor rgb black
plot $copy using 1:(h[$1] + s[$1] + $2) with boxes linecolor rgb black title 'copy back', \
     $scatter using 1:(h[$1] + s[$1]) with boxes linecolor rgb blue title 'scatter', \
     $histogram using 1:2 with boxes linecolor rgb orange title 'histogram'
