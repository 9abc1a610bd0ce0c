// SPDX-License-Identifier: Apache-2.0
// tests/check/bytes_shared_race.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=512 uchar fill=0>
__kernel void bytes_shared_race(__global uchar* data) {
  const uint tid = get_local_id(0);
  __local uchar s_data[64];
  s_data[tid] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  s_data[tid] = tid;
  if (tid == 50) data[get_group_id(0)] = s_data[3];
}
