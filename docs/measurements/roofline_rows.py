#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes each kernel's position under the instruction roofline, and its occupancy, from Nsight Compute's counts.

    docs/measurements/roofline_rows.py > docs/measurements/h200_roofline.csv        from the root of the repository
    docs/measurements/roofline_rows.py faster > docs/measurements/h200_faster_roofline.csv

One row per kernel in KERNELS or, with `faster`, in FASTER. ms and the counts are those of one launch.

instructions_per_byte: warp instructions per byte of DRAM traffic.
occupancy_percent: warps that fit on a multiprocessor, of 64, by CUDA's cuda_occupancy.h for compute capability 9.0.
Registers come in units of 8 per thread, and a warp's are in one of four parts of 16384. Shared memory (228 KiB) comes
in units of 128 bytes; the system takes 1 KiB per block. At most 32 blocks fit.
active_percent: warps that were resident on average. The other percentages are of the peaks.
"""
import csv
import sys

FOLDER = "docs/measurements/"
# lab, name in the plot, file, kernel in the file, blocks (if launched in several sizes)
KERNELS = [
    ("lab01", "direct", "lab01", "direct_kernel<unsigned int>", ""),
    ("lab01", "tiled", "lab01", "tiled_kernel<unsigned int>", ""),
    ("lab01", "two-level", "lab01", "slice_kernel<unsigned int>", ""),
    ("lab01", "direct, double", "lab01", "direct_kernel<double>", ""),
    ("lab03", "sum tiles", "lab03", "sum_tiles_kernel", "32768"),
    ("lab03", "scan tiles", "lab03", "scan_tiles_kernel", "32768"),
    ("lab03", "cooperative", "lab03", "scan_cooperative_kernel", "132"),
    ("lab03", "single pass", "lab03", "scan_single_pass_kernel", "8192"),
    ("CUB", "scan", "lab03", "DeviceScanKernel", ""),
    ("source", "Level 1 histogram", "sorts", "computeHist", ""),
    ("source", "Level 1 scatter", "sorts", "scatter", ""),
    ("source", "Level 2 histogram", "sorts", "computeHistLevel2", ""),
    ("source", "Level 2 scatter", "sorts", "scatterLevel2", ""),
    ("lab04", "histogram", "sorts", "histogram_kernel", ""),
    ("lab04", "rank and scatter", "sorts", "rank_and_scatter_kernel", ""),
    ("lab05", "sort tiles", "sorts", "sort_tiles_kernel<16 0>", ""),
    ("lab05", "scatter", "sorts", "scatter_sorted_kernel", ""),
    ("lab06", "sort tiles", "sorts", "tiles_kernel<16>", ""),
    ("lab06", "merge tiles", "sorts", "merge_tiles_kernel<16>", ""),
    ("lab07", "tiles", "sorts", "rounds_kernel<14 0 key_array>", ""),
    ("lab07", "tails", "sorts", "rounds_kernel<13 1 key_array>", ""),
    ("lab07", "4 global steps", "sorts", "fused_kernel<16 1 1 key_array>", ""),
    ("lab07", "5 global steps", "sorts", "fused_kernel<32 1 1 key_array>", ""),
    ("CUB", "radix histogram", "sorts", "DeviceRadixSortHistogramKernel", ""),
    ("CUB", "radix pass", "sorts", "DeviceRadixSortOnesweepKernel", ""),
]
FASTER = [
    ("lab05", "rank tiles", "faster", "rank_tiles_kernel<16 0>", ""),
    ("lab05", "scatter", "faster", "scatter_ranked_kernel<0>", ""),
    ("lab06", "sort tiles", "faster", "tiles_kernel<256 33>", ""),
    ("lab06", "merge tiles", "faster", "merge_tiles_kernel<256 33>", ""),
    ("lab07", "tiles", "faster", "rounds_kernel<14 0 key_array>", ""),
    ("lab07", "tails", "faster", "rounds_kernel<12 1 key_array>", ""),
    ("lab07", "5 global steps", "faster", "fused_kernel<32 1 1 key_array>", ""),
    ("lab07", "10 global steps", "faster", "strided_kernel<14 4 1 key_array>", "1024"),
    ("lab08", "count", "faster", "count_kernel", ""),
    ("lab08", "first split", "faster", "split_kernel<1 40>", ""),
    ("lab08", "second split", "faster", "split_kernel<2 40>", ""),
    ("lab08", "local sort", "faster", "local_kernel", ""),
]
WARPS, PARTS, REGISTERS, SHARED, BLOCKS = 64, 4, 16384, 233472, 32


def occupancy(threads, registers, shared):
    warps = -(-threads // 32)
    in_registers = PARTS * (REGISTERS // (32 * -(-registers // 8) * 8))
    blocks = min(BLOCKS, WARPS // warps, in_registers // warps, SHARED // (-(-shared // 128) * 128))
    return 100 * blocks * warps / WARPS


def main(kernels):
    tables = {}
    names = sorted({kernel[2] for kernel in kernels})
    for name in names:
        with open(f"{FOLDER}h200_{name}_ncu.csv", encoding="utf-8") as file:
            lines = file.read().splitlines()
        tables[name] = list(csv.DictReader(line for line in lines if not line.startswith("#")))
        machine, date = lines[0], lines[1]
    files = " and ".join(f"h200_{name}_ncu.csv" for name in names).replace(" and ", ", ", max(0, len(names) - 2))
    print(machine, date, f"# command: docs/measurements/roofline_rows.py{' faster' if kernels is FASTER else ''}, from "
                         f"{files}", sep="\n")
    print(
        "lab,kernel,ms,warp_instructions,dram_bytes,instructions_per_byte,ginstructions_s,dram_percent,issue_percent,"
        "l1_percent,registers,shared_bytes,threads,occupancy_percent,active_percent")
    for lab, shown, file, kernel, blocks in kernels:
        rows = [r for r in tables[file] if r["kernel"].split("<policy_hub")[0] == kernel
                and blocks in ("", r["blocks"])]
        assert len(rows) == 1, (kernel, len(rows))

        def value(metric):
            # pylint: disable=cell-var-from-loop
            return float(next(v for k, v in rows[0].items() if k.split(" ")[0] == metric))

        seconds = value("gpu__time_duration.sum") / int(rows[0]["launches"]) / 1e9
        instructions, dram = value("smsp__inst_executed.sum"), value("dram__bytes.sum")
        threads, registers, shared = int(rows[0]["threads"]), int(value("launch__registers_per_thread")), int(
            value("launch__shared_mem_per_block"))
        print(
            f"{lab},{shown.replace(',', ' of')},{seconds * 1e3:.4f},{instructions:.0f},{dram:.0f},"
            f"{instructions / dram:.4g},{instructions / seconds / 1e9:.1f},"
            f"{value('dram__throughput.avg.pct_of_peak_sustained_elapsed'):.1f},"
            f"{value('smsp__issue_active.avg.pct_of_peak_sustained_active'):.1f},"
            f"{value('l1tex__throughput.avg.pct_of_peak_sustained_elapsed'):.1f},{registers},{shared},{threads},"
            f"{occupancy(threads, registers, shared):.1f},"
            f"{value('sm__warps_active.avg.pct_of_peak_sustained_active'):.1f}")


if __name__ == "__main__":
    main(FASTER if sys.argv[1:] == ["faster"] else KERNELS)
