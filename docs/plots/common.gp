# SPDX-License-Identifier: Apache-2.0
# What all plots have in common. Colours that stay apart for colour-blind readers (Okabe and Ito's, some darker so that they can
# be read as text on white); the sources' published figures are always grey and dashed, with open symbols.
black = '#000000'; blue = '#0072b2'; red = '#c44e00'; green = '#00795a'; purple = '#a6407a'; brown = '#7d5200'
sky = '#56b4e9'; orange = '#e69f00'; grey = '#666666'; light = '#e8e8e8'
set encoding utf8
set border 3 linecolor rgb grey
set tics nomirror textcolor rgb black
set grid ytics linecolor rgb '#dddddd' linetype 1 linewidth 0.5
set xlabel textcolor rgb black
set ylabel textcolor rgb black
unset key
set bars small
thin = 1.5
bold = 2.5
