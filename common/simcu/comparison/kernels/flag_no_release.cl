// SPDX-License-Identifier: Apache-2.0
// tests/check/flag_no_release.cu in OpenCL.
// run: 2 work-items in groups of 1
// argument: <size=256 int fill=0>
__kernel void flag_no_release(__global int* data) {
  volatile __global int* flag = data + 1;
  if (get_group_id(0) == 0) {
    data[0] = 42;
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
    mem_fence(CLK_GLOBAL_MEM_FENCE);
    data[2] = data[0];
  }
}
