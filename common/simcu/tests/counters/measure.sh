#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The part of the validation that needs a GPU: compiles the programs here with nvcc and counts with Nsight Compute
# (ncu).
#   measure.sh FOLDER    writes FOLDER/machine.txt, FOLDER/metrics.txt and, for each program, NAME.csv and NAME.launches
# Then run, on the machine that has built simcu:  validate.py FOLDER SIMCU
set -u
out=${1:?"usage: measure.sh FOLDER"}
mkdir -p "$out"
cd "$(dirname "$0")" || exit 2
for tool in nvcc ncu nvidia-smi; do
  command -v "$tool" > /dev/null || { echo "measure.sh: $tool was not found in PATH" >&2; exit 2; }
done

wanted="
l1tex__t_requests_pipe_lsu_mem_global_op_ld l1tex__t_sectors_pipe_lsu_mem_global_op_ld
l1tex__t_requests_pipe_lsu_mem_global_op_st l1tex__t_sectors_pipe_lsu_mem_global_op_st
l1tex__t_requests_pipe_lsu_mem_global_op_atom l1tex__t_sectors_pipe_lsu_mem_global_op_atom
l1tex__t_requests_pipe_lsu_mem_global_op_red l1tex__t_sectors_pipe_lsu_mem_global_op_red
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st
l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_atom
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st
l1tex__data_pipe_lsu_wavefronts_mem_shared_op_atom
smsp__inst_executed_op_shared_ld smsp__inst_executed_op_shared_st
smsp__inst_executed_op_shared_atom smsp__inst_executed_op_shared_atom_dot_alu
smsp__inst_executed_op_shared_atom_dot_cas
smsp__inst_executed_op_global_ld smsp__inst_executed_op_global_st
smsp__inst_executed_op_global_atom smsp__inst_executed_op_global_red
smsp__sass_inst_executed_op_shared_ld smsp__sass_inst_executed_op_shared_st
smsp__sass_inst_executed_op_shared_atom
smsp__sass_inst_executed_op_global_ld smsp__sass_inst_executed_op_global_st
smsp__sass_inst_executed_op_global_atom smsp__sass_inst_executed_op_global_red"

{
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
  nvcc --version | grep release
  ncu --version | tail -1
  date -u +%F
} > "$out/machine.txt"

ncu --query-metrics > "$out/metrics_all.txt" 2>&1
metrics=
: > "$out/metrics.txt"
for m in $wanted; do
  if grep -qE "^$m( |\$)" "$out/metrics_all.txt"; then
    metrics+=${metrics:+,}$m.sum
    echo "$m" >> "$out/metrics.txt"
  else
    echo "$m is not known" >> "$out/metrics.txt"
  fi
done
grep -E "mem_shared_op_|mem_global_op_|inst_executed_op_(shared|global)" "$out/metrics_all.txt" \
  > "$out/metrics_related.txt"
rm "$out/metrics_all.txt"
if [ -z "$metrics" ]; then
  echo "measure.sh: ncu --query-metrics lists none of the metrics: asking for all by name" >&2
  for m in $wanted; do metrics+=${metrics:+,}$m.sum; done
fi

status=0
programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT
for source in *_patterns.cu; do
  name=${source%.cu}
  nvcc -std=c++17 -O3 -lineinfo -arch=sm_90 "$source" -o "$programs/$name" || { status=1; continue; }
  "$programs/$name" > "$out/$name.launches" || { status=1; continue; }
  ncu --csv --page raw --print-units base --clock-control none --metrics "$metrics" \
    --log-file "$out/$name.csv" "$programs/$name" > /dev/null || status=1
  cuobjdump --dump-sass "$programs/$name" | grep -E "Function|LD[GS]|ST[GS]|ATOM|RED|SHFL" > "$out/$name.sass"
  echo "$name: $(wc -l < "$out/$name.launches") launches, $(grep -c '^"[0-9]' "$out/$name.csv") rows"
  head -c 300 "$out/$name.csv"
done
exit $status
