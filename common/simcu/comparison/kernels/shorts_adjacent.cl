// SPDX-License-Identifier: Apache-2.0
// tests/check/shorts_adjacent.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=1024 ushort fill=0>
__kernel void shorts_adjacent(__global ushort* data) {
  const uint tid = get_local_id(0);
  const int mine = tid * 2 + get_group_id(0);
  data[mine] = data[mine] + 1;
}
