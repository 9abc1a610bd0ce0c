#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes the h200_*.csv of this folder on a machine with a GPU and nvcc. Compiles programs in parallel, runs each with a
# time limit, and writes OUT/NAME.csv with machine, date and command.
# Usage: measure_h200.sh OUT [NAME…]     from the root of the repository; without a NAME, all marked * are run:
#   lab01_block_sizes*  lab01_crossover*  lab04_lab05_source*  source_002*  all_sizes*  device_sizes  device_families
#   all_families*  all_families_17  all_families_28  family_phases  cub_memory  lab01_enumeration  lab02_radix_cpu
#   lab03_scan  lab04_lab05_sizes  lab04_lab05_sweep  lab06_block  lab06_any  lab07_bitonic
#   hybrid_sizes  hybrid_families  hybrid_pairs  hybrid_pair_families  hybrid_phases
#   hybrid_KEY_sizes  hybrid_KEY_families  hybrid_KEY_pairs  hybrid_KEY_argsort, with KEY u32, i32, f32, u64, i64 or f64
#   lab01_ncu  lab03_ncu  sorts_ncu  faster_ncu  lab06_ncu  lab07_ncu  equal_ncu  zipf_ncu  hybrid_ncu
# NAME_ncu: what Nsight Compute reports about each kernel (ncu_rows.py). ARCH=sm_90 and NVCC=nvcc change the compiler's
# target and path. Programs in OUT/programs are not compiled again. A program that fails leaves no file.
set -uo pipefail
usage() {
  sed -n 's/^# Usage: /usage: /p' "$0" >&2
  exit 2
}
[[ $# -ge 1 && -d common/lab && -d solutions ]] || usage
mkdir -p "$1" && out=$(realpath "$1") || exit 2
shift
names=("$@")
[[ $# -gt 0 ]] || names=(lab01_block_sizes lab01_crossover lab04_lab05_source source_002 all_sizes all_families)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
flags=(-O3 -std=c++17 "-arch=${ARCH:-sm_90}" -Icommon)
bin=$out/programs
mkdir -p "$bin"

# program NAME: nvcc's arguments, from the root of the repository.
lab() { echo "-Ilabs/$1 -Isolutions/$1 grader/labs/$1/bench.cu solutions/$1/${1#*_}.cu"; }
hybrid() { echo "$@" -Idocs/measurements -Isolutions/08_hybrid_radix docs/measurements/hybrid_radix.cu; }
key_type() {
  case $1 in
    f32) echo float ;;
    f64) echo double ;;
    u*) echo "std::uint${1#u}_t" ;;
    i*) echo "std::int${1#i}_t" ;;
  esac
}
program() {
  case $1 in
    bench01) lab 01_enumeration ;;
    bench02) lab 02_radix_cpu ;;
    bench03) lab 03_single_block_scan_bug ;;
    bench05)
      echo "-Ilabs/04_multiblock_radix $(lab 05_level2_local_sort)" \
        solutions/04_multiblock_radix/multiblock_radix.cu
      ;;
    bench06) lab 06_bucket_merge ;;
    bench07) lab 07_bitonic ;;
    source_002) echo docs/measurements/source_002.cu ;;
    hybrid_radix) hybrid ;;
    hybrid_radix_*) hybrid "-DHYBRID_KEY=$(key_type "${1#hybrid_radix_}")" ;;
    hybrid_pairs_*) hybrid "-DHYBRID_KEY=$(key_type "${1#hybrid_pairs_}")" -DHYBRID_VALUE=std::uint32_t ;;
    hybrid_argsort_*)
      hybrid "-DHYBRID_KEY=$(key_type "${1#hybrid_argsort_}")" -DHYBRID_VALUE=std::uint32_t -DHYBRID_ARGSORT
      ;;
    *) return 1 ;;
  esac
}

# plan NAME: its program, the time limit in seconds, the program's arguments.
plan() {
  case $1 in
    lab01_block_sizes) echo bench01 60 table1 ;;
    lab01_crossover) echo bench01 120 table2 ;;
    lab01_enumeration) echo bench01 60 ;;
    lab02_radix_cpu) echo bench02 240 ;;
    lab03_scan) echo bench03 60 ;;
    lab04_lab05_sizes) echo bench05 120 sizes 28 15 ;;
    lab04_lab05_source) echo bench05 60 source 16777217 15 ;;
    lab04_lab05_sweep) echo bench05 120 sweep 16777217 7 ;;
    lab06_block) echo bench06 60 block 4096 100 15 ;;
    lab06_any) echo bench06 120 any 28 7 ;;
    lab07_bitonic) echo bench07 180 ;;
    lab06_ncu) echo bench06 100 block 4096 1 1 ;;
    lab07_ncu) echo bench07 200 24 24 ;;
    lab01_ncu) echo bench01 60 once 131072 ;;
    lab03_ncu) echo bench03 100 28 1 28 ;;
    sorts_ncu) echo all_sorts 200 sizes 24 24 1 ;;
    faster_ncu) echo all_sorts 300 device_sizes 24 24 1 ;;
    source_002) echo source_002 240 16777217 5 ;;
    all_sizes) echo all_sorts 400 sizes 10 30 7 ;;
    device_sizes) echo all_sorts 200 device_sizes 10 30 7 ;;
    device_families) echo all_sorts 200 device_families 5 ;;
    all_families) echo all_sorts 400 families 24 5 ;;
    all_families_28) echo all_sorts 200 families 28 5 ;;
    all_families_17) echo all_sorts 100 families 17 7 ;;
    family_phases) echo all_sorts 100 phases 24 7 ;;
    equal_ncu) echo all_sorts 100 families 24 1 4 4 ;;
    zipf_ncu) echo all_sorts 100 families 24 1 6 6 ;;
    cub_memory) echo all_sorts 30 memory ;;
    hybrid_sizes) echo hybrid_radix 100 sizes ;;
    hybrid_families) echo hybrid_radix 100 families ;;
    hybrid_pairs) echo hybrid_pairs_u32 100 sizes ;;
    hybrid_pair_families) echo hybrid_pairs_u32 100 families ;;
    hybrid_[uif][36][24]_sizes) echo "hybrid_radix_${1:7:3}" 100 sizes ;;
    hybrid_[uif][36][24]_families) echo "hybrid_radix_${1:7:3}" 100 families ;;
    hybrid_[uif][36][24]_pairs) echo "hybrid_pairs_${1:7:3}" 100 sizes ;;
    hybrid_[uif][36][24]_argsort) echo "hybrid_argsort_${1:7:3}" 100 sizes ;;
    hybrid_phases) echo hybrid_radix 60 phases 28 ;;
    hybrid_ncu) echo hybrid_radix 100 phases 28 ;;
    *) return 1 ;;
  esac
}

# profiled NAME: the launches that Nsight Compute profiles; fails for other names. Lab 07's sort of 2^24 keys has 40
# launches.
profiled() {
  case $1 in
    lab06_ncu) echo --kernel-name 'regex:merge_kernel|block_kernel|sort_kernel|cub_.*kernel' ;;
    lab07_ncu) echo --kernel-name 'regex:rounds_kernel|fused_kernel|strided_kernel' --launch-count 40 ;;
    lab01_ncu) echo --kernel-name 'regex:.*_kernel' ;;
    hybrid_ncu) echo --kernel-name 'regex:^(count|plan|split|local)_kernel' --launch-count 5 ;;
    lab03_ncu) echo --kernel-name 'regex:.*_kernel|DeviceScan.*' ;;
    equal_ncu | zipf_ncu)
      echo --kernel-name \
        'regex:histogram_kernel|rank_and_.*|rank_tiles.*|scatter_ranked.*|computeHist.*|DeviceRadix.*'
      ;;
    sorts_ncu) echo --kernel-name 'regex:.*_kernel|computeHist.*|scatter.*|DeviceRadix.*|DeviceMerge.*' ;;
    faster_ncu) echo --kernel-name 'regex:.*_kernel|DeviceRadix.*|DeviceMerge.*' ;;
    *) return 1 ;;
  esac
}
metrics=gpu__time_duration.sum,dram__bytes.sum
for unit in dram lts l1tex sm; do metrics+=,${unit}__throughput.avg.pct_of_peak_sustained_elapsed; done
metrics+=,smsp__inst_executed.sum,smsp__issue_active.avg.pct_of_peak_sustained_active
metrics+=,sm__warps_active.avg.pct_of_peak_sustained_active
metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
for what in ld st; do
  metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_$what.sum,l1tex__t_sectors_pipe_lsu_mem_global_op_$what.sum
done
metrics+=,lts__t_sectors.sum,launch__registers_per_thread,launch__shared_mem_per_block
metrics+=,smsp__cycles_elapsed.avg.per_second
for what in integer fp64; do metrics+=,smsp__sass_thread_inst_executed_op_${what}_pred_on.sum; done
for pipe in alu fma fp64 lsu; do metrics+=,sm__inst_executed_pipe_$pipe.avg.pct_of_peak_sustained_active; done
for why in barrier short_scoreboard long_scoreboard mio_throttle math_pipe_throttle wait lg_throttle; do
  metrics+=,smsp__average_warps_issue_stalled_${why}_per_issue_active.ratio
done

# Leaves out metrics that this GPU or this ncu does not have.
known_metrics() {
  local have kept=() metric
  have=$(ncu --query-metrics | sed -n 's/^\([a-z0-9_]*__[a-z0-9_]*\).*/\1/p')
  IFS=, read -ra all <<<"$metrics"
  for metric in "${all[@]}"; do
    [[ $metric != *_pipe_*pct* && $metric != *__sass_* ]] || grep -qx "${metric%%.*}" <<<"$have" || continue
    kept+=("$metric")
  done
  (IFS=, && echo "${kept[*]}")
}

# The labs' sources have headers of the same name, so each is compiled with its own folders.
sorts=(01_enumeration 02_radix_cpu 04_multiblock_radix 05_level2_local_sort 06_bucket_merge 07_bitonic 08_hybrid_radix)
compile_all_sorts() {
  local each objects=("$bin/all_sorts.o") folders=() jobs=() job
  for each in "${sorts[@]}"; do
    folders+=("-Ilabs/$each")
    objects+=("$bin/$each.o")
    "$nvcc" "${flags[@]}" "-Ilabs/$each" "-Isolutions/$each" -c "solutions/$each/${each#*_}.cu" -o "$bin/$each.o" &
    jobs+=($!)
  done
  "$nvcc" "${flags[@]}" "${folders[@]}" -Xcompiler -fopenmp -c docs/measurements/all_sorts.cu -o "$bin/all_sorts.o" &
  jobs+=($!)
  for job in "${jobs[@]}"; do wait "$job" || return 1; done
  "$nvcc" "-arch=${ARCH:-sm_90}" -Xcompiler -fopenmp "${objects[@]}" -o "$bin/all_sorts"
}
compile() {
  local words
  [[ ! -x $bin/$1 ]] || return 0
  if [[ $1 == all_sorts ]]; then
    compile_all_sorts
  else
    read -ra words < <(program "$1")
    "$nvcc" "${flags[@]}" "${words[@]}" -o "$bin/$1"
  fi
}

declare -A wanted=()
for name in "${names[@]}"; do
  made_by=$(plan "$name") || { echo "measure_h200.sh: there is no measurement $name." >&2; usage; }
  wanted[${made_by%% *}]=1
done
jobs=()
for made in "${!wanted[@]}"; do
  compile "$made" >"$bin/$made.log" 2>&1 &
  jobs+=("$!")
done
for job in "${jobs[@]}"; do wait "$job"; done

gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1)
cuda=$("$nvcc" --version | sed -n 's/.*release \([0-9.]*\).*/\1/p')
host=$(lscpu | sed -n 's/^Model name: *//p' | head -1)
machine="${gpu%%, *}, driver ${gpu##*, }, CUDA $cuda; host $host, $(nproc) cores"

failed=0
for name in "${names[@]}"; do
  ! profiled "$name" >/dev/null || { metrics=$(known_metrics) && break; }
done
for name in "${names[@]}"; do
  read -ra words < <(plan "$name")
  made=${words[0]} seconds=${words[1]} arguments="${words[*]:2}"
  if [[ $made == all_sorts ]]; then
    how="docs/measurements/measure_h200.sh OUT $name (./all_sorts $arguments)"
  else
    how="nvcc ${flags[*]} $(program "$made") -o $made && ./$made $arguments"
  fi
  run=("$bin/$made" "${words[@]:2}") rows=cat
  if read -ra which < <(profiled "$name") && [[ ${#which[@]} -gt 0 ]]; then
    how="docs/measurements/measure_h200.sh OUT $name (ncu ${which[*]} ./$made $arguments)"
    run=(ncu --clock-control none --csv --page raw "${which[@]}" --metrics "$metrics" "${run[@]}")
    rows="python3 docs/measurements/ncu_rows.py $metrics"
  fi
  if {
    printf '# machine: %s\n# date: %s\n# command: %s\n' "$machine" "$(date +%F)" "${how% }"
    timeout "$seconds" "${run[@]}" 2>"$out/$name.log" | $rows
  } >"$out/$name.part"; then
    mv "$out/$name.part" "$out/h200_$name.csv"
    echo "$name: $(wc -l <"$out/h200_$name.csv") lines"
  else
    echo "$name failed: $(cat "$bin/$made.log" "$out/$name.log" 2>/dev/null | tail -3)" >&2
    rm -f "$out/$name.part"
    failed=1
  fi
done
exit "$failed"
