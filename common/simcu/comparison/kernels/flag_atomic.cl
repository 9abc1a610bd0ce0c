// SPDX-License-Identifier: Apache-2.0
// tests/check/flag_atomic.cu in OpenCL.
// run: 2 work-items in groups of 1
// argument: <size=256 int fill=0>
__kernel void flag_atomic(__global int* data) {
  if (get_group_id(0) == 0) {
    data[0] = 42;
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    atomic_xchg(data + 1, 1);
  } else {
    while (atomic_add(data + 1, 0) == 0) {
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    data[2] = data[0];
  }
}
