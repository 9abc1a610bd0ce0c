// SPDX-License-Identifier: Apache-2.0
lab::status reverse_copy(const std::uint32_t*, std::uint32_t*, std::size_t) {
  return lab::status::bad_argument("\x1b[2J\x1b]0;Score\x07\r<script>alert(1)</script>",
                                   "\xc2\x9b"
                                   "2J \xe2\x80\xae"
                                   "001/001 :erocS\xe2\x81\xa6 \xff\xfe\n\nScore: 100/100");
}
