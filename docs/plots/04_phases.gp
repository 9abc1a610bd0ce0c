# SPDX-License-Identifier: Apache-2.0
#: title Labs 04 and 05: time per phase and version
#: alt Four groups of stacked bars of histogram, scan and scatter times. Source 002's own figures, and the same with its arrays on the host of an H200: histogram and \
#:     scatter are long and, in Level 2, equally long; pinned arrays and streams bring 263 ms down to 59. With the keys on the device the scan on the host is \
#:     longest, 22 of 35 ms, and the labs' sorts need 3.5 and 3.9. In their own shape lab 05 spends less in the scatter and more in the histogram than lab 04, and Thrust and CUB are about twice as fast as lab 05.
#: caption 2²⁴ + 1 random 32-bit keys. From the top: the table of source 002, on a TITAN Xp; its two levels with all arrays on the host, on an H200; the same with the keys \
#:     on the device (another run than that of chapter 5's table), and the sorts of labs 04 and 05, all with 4-bit digits, 512 threads and one key for each; labs 04 and 05 with 8-bit digits, 256 threads and 16 keys each, with Thrust and CUB. Lab 05 is in its simple form, by splits. Medians of 5 and 15. Four \
#:     scales; the number is the total, and pale is what belongs to no phase.
#: size 640 740
#: data theirs source_002_table.csv [version histogram_ms scan_ms scatter_ms total_ms] version!=sortByHost|Thrust
#: data thrust source_002_table.csv [version total_ms] version=Thrust
#: data call h200_source_002.csv [version histogram_ms scan_ms scatter_ms total_ms] keys=host memory=pageable arrays=call k=4 block_size=512
#: data pinned h200_source_002.csv [version histogram_ms scan_ms scatter_ms total_ms] version=Level_2 keys=host memory=pinned arrays=call
#: data parts h200_source_002.csv [version histogram_ms scan_ms scatter_ms total_ms] version=Level_2 keys=host parts=8
#: data shape h200_lab04_lab05_source.csv [version histogram_ms scan_ms scatter_ms total_ms] tile=512
#: data own h200_lab04_lab05_source.csv [version histogram_ms scan_ms scatter_ms total_ms] version=lab04|lab05 tile=4096
#: data libraries h200_lab04_lab05_source.csv [version total_ms] version=thrust|cub
# A bar's last box is the part of the total that belongs to no phase.
half = 0.34
nice(name) = name eq 'source_level1' ? 'Level 1' : name eq 'source_level2' ? 'Level 2' : name eq 'lab04' ? 'lab 04' : name eq 'lab05' ? 'lab 05' : \
             name eq 'cub' ? 'CUB' : name eq 'thrust' ? 'Thrust' : name
unset grid
set grid xtics linecolor rgb '#dddddd' linetype 1 linewidth 0.5
set border 1
set ytics scale 0
set lmargin (narrow ? 10 : 16)
set rmargin (narrow ? 8 : 10)
array tint[4] = [0xe69f00, 0x000000, 0x0072b2, 0xd0d0d0]
left_end(i, a, b, c) = i == 1 ? 0 : i == 2 ? a : i == 3 ? a + b : a + b + c
right_end(i, a, b, c, all) = i == 1 ? a : i == 2 ? a + b : i == 3 ? a + b + c : all
set format x '%g ms'
set multiplot

set tmargin at screen 0.915
set bmargin at screen 0.80
set yrange [2.6:-0.6]
set xrange [0:800]
set xtics 200
set label 9 'Published by source 002, TITAN Xp' at screen 0.03, graph 1 offset 0, 0.7 textcolor rgb grey
set label 1 '■ histogram' at screen 0.03, 0.985 textcolor rgb orange_words
set label 2 '■ scan' at screen (narrow ? 0.32 : 0.20), 0.985
set label 3 '■ scatter' at screen (narrow ? 0.51 : 0.30), 0.985 textcolor rgb blue
set label 4 '■ other' at screen (narrow ? 0.74 : 0.42), 0.985 textcolor rgb grey
plot for [i = 1:4] $theirs using (0):($0):(left_end(i, $2, $3, $4)):(right_end(i, $2, $3, $4, $5)):($0 - half):($0 + half):ytic(nice(strcol(1))) \
       with boxxyerror fillcolor rgb tint[i], \
     $theirs using 5:($0):(sprintf('%.0f ms', $5)) with labels left offset 0.5, 0 textcolor rgb grey, \
     $thrust using (0):(2):(0):2:(2 - half):(2 + half):ytic(1) with boxxyerror fillcolor rgb tint[4], \
     $thrust using 2:(2):(sprintf('%.0f ms', $2)) with labels left offset 0.5, 0 textcolor rgb grey
unset for [i = 1:4] label i

set tmargin at screen 0.70
set bmargin at screen 0.55
set xrange [0:300]
set xtics 100
set yrange [3.6:-0.6]
set label 9 'H200, arrays on the host' at screen 0.03, graph 1 offset 0, 0.7 textcolor rgb black
plot for [i = 1:4] $call using (0):($0):(left_end(i, $2, $3, $4)):(right_end(i, $2, $3, $4, $5)):($0 - half):($0 + half):ytic(nice(strcol(1))) \
       with boxxyerror fillcolor rgb tint[i], \
     $call using 5:($0):(sprintf('%.0f ms', $5)) with labels left offset 0.5, 0, \
     for [i = 1:4] $pinned using (0):(2):(left_end(i, $2, $3, $4)):(right_end(i, $2, $3, $4, $5)):(2 - half):(2 + half):ytic('2, pinned') \
       with boxxyerror fillcolor rgb tint[i], \
     $pinned using 5:(2):(sprintf('%.0f ms', $5)) with labels left offset 0.5, 0, \
     for [i = 1:4] $parts using (0):(3):(left_end(i, $2, $3, $4)):(right_end(i, $2, $3, $4, $5)):(3 - half):(3 + half):ytic('2, streams') \
       with boxxyerror fillcolor rgb tint[i], \
     $parts using 5:(3):(sprintf('%.0f ms', $5)) with labels left offset 0.5, 0

set tmargin at screen 0.45
set bmargin at screen 0.30
set xrange [0:40]
set xtics 10
set label 9 "H200, keys on the device, in the source's shape" at screen 0.03, graph 1 offset 0, 0.7
plot for [i = 1:4] $shape using (0):($0):(left_end(i, $2, $3, $4)):(right_end(i, $2, $3, $4, $5)):($0 - half):($0 + half):ytic(nice(strcol(1))) \
       with boxxyerror fillcolor rgb tint[i], \
     $shape using 5:($0):(sprintf('%.3g ms', $5)) with labels left offset 0.5, 0

set tmargin at screen 0.20
set bmargin at screen 0.05
set xrange [0:1.8]
set yrange [3.6:-0.6]
set xtics 0.5
set label 9 'H200, in their own shape' at screen 0.03, graph 1 offset 0, 0.7
plot for [i = 1:4] $own using (0):($0):(left_end(i, $2, $3, $4)):(right_end(i, $2, $3, $4, $5)):($0 - half):($0 + half):ytic(nice(strcol(1))) \
       with boxxyerror fillcolor rgb tint[i], \
     $own using 5:($0):(sprintf('%.2f ms', $5)) with labels left offset 0.5, 0, \
     $libraries using (0):($0 + 2):(0):2:($0 + 2 - half):($0 + 2 + half):ytic(nice(strcol(1))) with boxxyerror fillcolor rgb tint[4], \
     $libraries using 2:($0 + 2):(sprintf('%.2f ms', $2)) with labels left offset 0.5, 0
unset multiplot
