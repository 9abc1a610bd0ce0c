# SPDX-License-Identifier: Apache-2.0
#: title Lab 06: 4096 keys in one block
#: alt Bars on a logarithmic axis: the time to sort 4096 keys in one block. merge_1 takes 8614 µs, the pairwise reduction 2354, atomicMin 1033, the grouped reduction 780, \
#:     the host's finish 472; merge path 13.7, CUB's block merge sort 11.4 and its block radix sort 11.0.
#: caption Sorting 4096 random keys in one block, median of 15 times 100 launches: the source's five finishes after the columns (top), merge path, and CUB's block sorts with their \
#:     best block size. The source itself gives no times. The axis is logarithmic.
#: data finishes h200_lab06_block.csv [version us] work=sort block_size=32
#: data path h200_lab06_block.csv [version us] work=sort version=merge_path block_size=512
#: data merge h200_lab06_block.csv [version us] version=cub_block_merge_sort block_size=512
#: data radix h200_lab06_block.csv [version us] version=cub_block_radix_sort block_size=256
half = 0.36
nice(name) = name eq 'cpu' ? (narrow ? 'host' : 'finish on the host') : name eq 'merge_1' ? (narrow ? 'merge_1' : 'merge_1, one thread') : \
             name eq 'merge_atomic_min' ? (narrow ? 'atomicMin' : 'merge_atomic_min') : \
             name eq 'merge_reduction' ? (narrow ? 'reduction' : 'merge_reduction') : \
             name eq 'merge_reduction_modified' ? (narrow ? 'in groups' : 'merge_reduction_modified') : \
             name eq 'cub_block_merge_sort' ? (narrow ? 'CUB merge' : 'cub::BlockMergeSort') : \
             name eq 'cub_block_radix_sort' ? (narrow ? 'CUB radix' : 'cub::BlockRadixSort') : 'merge path'
set border 1
unset grid
set grid xtics linecolor rgb '#dddddd' linetype 1 linewidth 0.5
set ytics scale 0
set lmargin (narrow ? 14 : 26)
set logscale x
set xrange [1:40000]
set xtics ('1' 1, '10' 10, '100' 100, '1000' 1000, '10 000' 10000)
set yrange [7.6:-0.6]
set xlabel 'µs'
plot $finishes using (1):($0):(1):2:($0 - half):($0 + half):ytic(nice(strcol(1))) with boxxyerror fillcolor rgb sky, \
     $path using (1):(5):(1):2:(5 - half):(5 + half):ytic(nice(strcol(1))) with boxxyerror fillcolor rgb blue, \
     $merge using (1):(6):(1):2:(6 - half):(6 + half):ytic(nice(strcol(1))) with boxxyerror fillcolor rgb pale, \
     $radix using (1):(7):(1):2:(7 - half):(7 + half):ytic(nice(strcol(1))) with boxxyerror fillcolor rgb pale, \
     $finishes using 2:($0):(sprintf('%.0f', $2)) with labels left offset 0.5, 0, \
     $path using 2:(5):(sprintf('%.1f', $2)) with labels left offset 0.5, 0, \
     $merge using 2:(6):(sprintf('%.1f', $2)) with labels left offset 0.5, 0, \
     $radix using 2:(7):(sprintf('%.1f', $2)) with labels left offset 0.5, 0
