# SPDX-License-Identifier: Apache-2.0
#: title Enumeration sort: block size
#: alt x
#: caption c
#: data a h200_lab01_enumeration.csv [block ms_median] version=direct key=double n=20000
plot $a using 1:2 with lines
