// SPDX-License-Identifier: Apache-2.0
// tests/check/bytes_adjacent.cu in OpenCL.
// run: 128 work-items in groups of 64
// argument: <size=512 uchar fill=0>
__kernel void bytes_adjacent(__global uchar* data) {
  const uint tid = get_local_id(0);
  const int mine = tid * 2 + get_group_id(0);
  data[mine] = data[mine] + 1;
}
