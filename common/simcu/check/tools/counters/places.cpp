// SPDX-License-Identifier: Apache-2.0
// Reads the line table of the running program. The format: DWARF Debugging Information Format 5, section 6.2.
#include "places.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace simcu::check::counting {
namespace {

class reader {
 public:
  reader(const unsigned char* at, const unsigned char* end) : at_(at), end_(end) {}
  bool more() const { return at_ < end_; }
  const unsigned char* at() const { return at_; }
  void skip(std::uint64_t n) { at_ = n < static_cast<std::uint64_t>(end_ - at_) ? at_ + n : end_; }
  template <class T>
  T take() {
    T value{};
    if (static_cast<std::size_t>(end_ - at_) >= sizeof value) std::memcpy(&value, at_, sizeof value);
    skip(sizeof value);
    return value;
  }
  std::uint64_t uleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; more(); shift += 7) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 127u} << shift;
      if (byte < 128) break;
    }
    return value;
  }
  std::int64_t sleb() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; more();) {
      const auto byte = take<std::uint8_t>();
      if (shift < 64) value |= std::uint64_t{byte & 127u} << shift;
      shift += 7;
      if (byte >= 128) continue;
      if (byte & 64 && shift < 64) value |= ~std::uint64_t{0} << shift;
      break;
    }
    return static_cast<std::int64_t>(value);
  }

 private:
  const unsigned char* at_;
  const unsigned char* end_;
};

struct mapped_file {
  const unsigned char* data = nullptr;
  std::size_t bytes = 0;
  explicit mapped_file(const char* path) {
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return;
    struct stat is {};
    void* m = fstat(fd, &is) == 0 && is.st_size > 0
                  ? mmap(nullptr, static_cast<std::size_t>(is.st_size), PROT_READ, MAP_PRIVATE, fd, 0)
                  : MAP_FAILED;
    close(fd);
    if (m == MAP_FAILED) return;
    data = static_cast<const unsigned char*>(m);
    bytes = static_cast<std::size_t>(is.st_size);
  }
  ~mapped_file() {
    if (data) munmap(const_cast<unsigned char*>(data), bytes);
  }
  mapped_file(const mapped_file&) = delete;
  mapped_file& operator=(const mapped_file&) = delete;
};

}  // namespace

const line_table& line_table::of_this_program() {
  static const auto* t = [] {
    auto* table = new line_table;
    const mapped_file f("/proc/self/exe");
    if (f.bytes < sizeof(Elf64_Ehdr)) return table;
    Elf64_Ehdr header;
    std::memcpy(&header, f.data, sizeof header);
    const auto section = [&](std::size_t i) {
      Elf64_Shdr s{};
      const std::size_t at = header.e_shoff + i * sizeof s;
      if (at + sizeof s <= f.bytes) std::memcpy(&s, f.data + at, sizeof s);
      return s;
    };
    const Elf64_Shdr names = section(header.e_shstrndx);
    constexpr char kName[] = ".debug_line";
    for (std::size_t i = 0; i < header.e_shnum; ++i) {
      const Elf64_Shdr s = section(i);
      const std::size_t name = names.sh_offset + s.sh_name;
      if (name + sizeof kName > f.bytes || std::memcmp(f.data + name, kName, sizeof kName) != 0) continue;
      if (!(s.sh_flags & SHF_COMPRESSED) && s.sh_offset + s.sh_size <= f.bytes)
        table->read(f.data + s.sh_offset, s.sh_size);
    }
    std::stable_sort(table->rows_.begin(), table->rows_.end(),
                     [](const row& a, const row& b) { return a.address < b.address; });
    return table;
  }();
  return *t;
}

void line_table::read(const unsigned char* section, std::size_t bytes) {
  reader units(section, section + bytes);
  for (std::uint32_t unit = 1; units.more(); ++unit) {
    std::uint64_t length = units.take<std::uint32_t>();
    const bool wide = length == 0xffffffff;
    if (wide) length = units.take<std::uint64_t>();
    const unsigned char* const begin = units.at();
    units.skip(length);
    reader r(begin, units.at());
    const auto version = r.take<std::uint16_t>();
    if (version < 3 || version > 5) continue;
    if (version == 5) r.skip(2);
    const std::uint64_t header = wide ? r.take<std::uint64_t>() : r.take<std::uint32_t>();
    reader program = r;
    program.skip(header);
    const auto shortest = r.take<std::uint8_t>();
    if (version >= 4) r.skip(1);
    r.skip(1);
    const auto line_base = r.take<std::int8_t>();
    const auto line_range = r.take<std::uint8_t>();
    const auto opcode_base = r.take<std::uint8_t>();
    std::uint8_t operands[256] = {};
    for (unsigned i = 1; i < opcode_base; ++i) operands[i] = r.take<std::uint8_t>();
    if (line_range == 0) continue;

    row now{0, {unit, 1, 1, 0}};
    const auto advance = [&](std::uint64_t by) { now.address += by * shortest; };
    while (program.more()) {
      const auto opcode = program.take<std::uint8_t>();
      if (opcode >= opcode_base) {
        const unsigned by = opcode - opcode_base;
        advance(by / line_range);
        now.place.line += static_cast<std::uint32_t>(line_base + static_cast<int>(by % line_range));
        rows_.push_back(now);
        continue;
      }
      switch (opcode) {
        case 0: {  // extended
          const std::uint64_t size = program.uleb();
          reader e(program.at(), program.at());
          const unsigned char* const first = program.at();
          program.skip(size);
          e = reader(first, program.at());
          const auto kind = e.take<std::uint8_t>();
          if (kind == 1) {  // the end of a piece of code: what follows belongs to nobody
            now.place = {};
            rows_.push_back(now);
            now = {0, {unit, 1, 1, 0}};
          } else if (kind == 2) {
            now.address = e.take<std::uint64_t>();
          }
          break;
        }
        case 1:
          rows_.push_back(now);
          break;
        case 2:
          advance(program.uleb());
          break;
        case 3:
          now.place.line += static_cast<std::uint32_t>(program.sleb());
          break;
        case 4:
          now.place.file = static_cast<std::uint32_t>(program.uleb());
          break;
        case 5:
          now.place.column = static_cast<std::uint32_t>(program.uleb());
          break;
        case 8:
          advance((255u - opcode_base) / line_range);
          break;
        case 9:
          now.address += program.take<std::uint16_t>();
          break;
        default:
          for (unsigned i = 0; i < operands[opcode]; ++i) program.uleb();
      }
    }
  }
}

source_place line_table::find(std::size_t offset) const {
  const auto after = std::upper_bound(rows_.begin(), rows_.end(), offset,
                                      [](std::size_t a, const row& r) { return a < r.address; });
  return after == rows_.begin() ? source_place{} : std::prev(after)->place;
}

}  // namespace simcu::check::counting
