// SPDX-License-Identifier: Apache-2.0
// Changes a linked program so that its calls record their places. Before each call, the program then stores the number of the
// call's place where the runtime reads it (common/simcu/wasm/place.h). So the runtime has to read no debugging information.
//   markPlaces(bytes, isOwn) -> {bytes, places: {files, rows}, uses}
// A row is [file, line, column, the function's first line]. Each call has a row of its own, like a return address: the checkers
// join the parts of a 16-byte load, which are calls of one line and column. `uses` has, by name, the {file, line} where an import
// is first used.
// Places come from the program's DWARF line table (version 4), which the result leaves out.
const kPlaceAt = 8;
const kSection = {custom: 0, import: 2, code: 10};
const kKind = {function: 0, table: 1, memory: 2, global: 3};
const kCode = {brTable: 0x0e, call: 0x10, callIndirect: 0x11, select: 0x1c, globalGet: 0x23, f32: 0x43, f64: 0x44, prefix: 0xfc};

class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, {bytes, at, end, view: new DataView(bytes.buffer, bytes.byteOffset)});
  }
  byte() {
    return this.bytes[this.at++];
  }
  number() {
    let value = 0, shift = 0, byte;
    do {
      byte = this.bytes[this.at++];
      value += (byte & 127) * 2 ** shift;
      shift += 7;
    } while (byte & 128);
    return value;
  }
  signed() {
    const begin = this.at, value = this.number(), bits = 7 * (this.at - begin);
    return this.bytes[this.at - 1] & 64 ? value - 2 ** bits : value;
  }
  skip(count) {
    for (; count > 0; --count) while (this.bytes[this.at++] & 128);
  }
  fixed(size) {
    this.at += size;
    return size === 2 ? this.view.getUint16(this.at - 2, true) : this.view.getUint32(this.at - 4, true);
  }
  text(size = this.bytes.indexOf(0, this.at) - this.at) {
    this.at += size;
    return new TextDecoder().decode(this.bytes.subarray(this.at - size, this.at));
  }
  string() {  // ends with a zero
    const text = this.text();
    this.at++;
    return text;
  }
}

function encoded(value) {
  const bytes = [];
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128);
  return [...bytes, value];
}
// As a signed number, for i32.const.
const constant = (value) => (value < 64 ? [value] : [(value & 127) | 128, ...constant(value >>> 7)]);

function sectionsOf(bytes) {
  const reader = new Reader(bytes, 8), sections = [];
  while (reader.at < reader.end) {
    const begin = reader.at, id = reader.byte(), size = reader.number(), at = reader.at, end = at + size;
    sections.push({id, begin, at, end, name: id === kSection.custom ? reader.text(reader.number()) : '', content: reader.at});
    reader.at = end;
  }
  return sections;
}

// Returns the names of the imported functions and of the imported globals.
function importsOf(bytes, {at, end}) {
  const reader = new Reader(bytes, at, end), functions = [], globals = [];
  for (let left = reader.number(); left > 0; --left) {
    reader.text(reader.number());
    const name = reader.text(reader.number()), kind = reader.byte();
    if (kind === kKind.function) functions.push(name), reader.skip(1);
    else if (kind === kKind.global) globals.push(name), reader.skip(2);
    else {
      if (kind === kKind.table) reader.skip(1);
      reader.skip(reader.byte() & 1 ? 2 : 1);
    }
  }
  return {functions, globals};
}

// Returns the rows of a line table in the order of their addresses, which are offsets in the code section: [address, file
// name, line, column].
function linesOf(bytes, {content, end}) {
  const reader = new Reader(bytes, content, end), rows = [];
  while (reader.at < end) {
    const unitEnd = reader.fixed(4) + reader.at;
    reader.fixed(2);
    const begin = reader.fixed(4) + reader.at;
    reader.at += 3;
    const lineBase = new Int8Array([reader.byte()])[0], lineRange = reader.byte(), opcodes = reader.byte();
    const lengths = [0, ...Array.from({length: opcodes - 1}, () => reader.byte())], folders = [''], names = [''];
    for (let folder; (folder = reader.string()); ) folders.push(folder);
    for (let name; (name = reader.string()); reader.skip(2)) {
      const folder = folders[reader.number()];
      names.push(name.startsWith('/') || ['', '/'].includes(folder) ? name : `${folder}/${name}`);
    }
    reader.at = begin;
    let address, file, line, column;
    const start = () => ([address, file, line, column] = [0, 1, 1, 0]);
    const add = () => rows.push([address, names[file], line, column]);
    const advance = (opcode) => {
      address += Math.floor((opcode - opcodes) / lineRange);
      return lineBase + ((opcode - opcodes) % lineRange);
    };
    start();
    while (reader.at < unitEnd) {
      const opcode = reader.byte();
      if (opcode >= opcodes) line += advance(opcode), add();
      else if (opcode === 0) {
        const next = reader.number() + reader.at, extended = reader.byte();
        if (extended === 1) start();
        else if (extended === 2) address = reader.fixed(4);
        reader.at = next;
      } else if (opcode === 1) add();
      else if (opcode === 2) address += reader.number();
      else if (opcode === 3) line += reader.signed();
      else if (opcode === 4) file = reader.number();
      else if (opcode === 5) column = reader.number();
      else if (opcode === 8) advance(255);
      else if (opcode === 9) address += reader.fixed(2);
      else reader.skip(lengths[opcode]);
    }
  }
  return rows.sort(([a], [b]) => a - b);
}

// Moves the reader past the immediate operands of an instruction.
function skipOperands(reader, code) {
  if (code === kCode.brTable) reader.skip(reader.number() + 1);
  else if (code === kCode.select) reader.skip(reader.number());
  else if (code === kCode.f32) reader.at += 4;
  else if (code === kCode.f64) reader.at += 8;
  else if (code === kCode.callIndirect || (code >= 0x28 && code <= 0x3e)) reader.skip(2);
  else if (code === kCode.prefix) reader.skip([0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1][reader.number()]);
  else if ((code >= 2 && code <= 4) || code === 0x0c || code === 0x0d || code === kCode.call || (code >= 0x20 && code <= 0x26) || (code >= 0x3f && code <= 0x42) ||
           code === 0xd0 || code === 0xd2) reader.skip(1);
  else if (code > 0xc4) throw new Error(`places.js does not know the instruction ${code}`);
}

export function markPlaces(bytes, isOwn) {
  const sections = sectionsOf(bytes), code = sections.find(({id}) => id === kSection.code);
  const {functions, globals} = importsOf(bytes, sections.find(({id}) => id === kSection.import));
  const table = sections.find(({name}) => name === '.debug_line'), lines = table ? linesOf(bytes, table) : [];
  const files = [], rows = [[0, 0, 0, 0]], uses = {};
  let next = 0;  // in `lines`
  // Returns the pieces of a function's body, which begins at `begin`.
  const marked = (reader, begin, end) => {
    const pieces = [];
    let done = begin, first = 0, place = null;
    for (let groups = reader.number(); groups > 0; --groups) reader.skip(1), reader.at++;
    while (next < lines.length && lines[next][0] < begin - code.at) ++next;
    while (reader.at < end) {
      const at = reader.at, what = reader.byte();
      for (; next < lines.length && lines[next][0] <= at - code.at; ++next) {
        const [, name, line, column] = lines[next];
        if (line === 0 || !isOwn(name)) continue;
        first ||= line;
        if (!files.includes(name)) files.push(name);
        place = [files.indexOf(name), line, column, first];
      }
      const called = what === kCode.call, name = called || what === kCode.globalGet ? (called ? functions : globals)[new Reader(bytes, reader.at).number()] : undefined;
      if (name !== undefined && place) uses[name] ??= {file: files[place[0]], line: place[1]};
      if (called || what === kCode.callIndirect) {
        pieces.push(bytes.subarray(done, at), [0x41, kPlaceAt, 0x41, ...constant(place ? rows.push(place) - 1 : 0), 0x36, 2, 0]);
        done = at;
      }
      skipOperands(reader, what);
    }
    return [...pieces, bytes.subarray(done, end)];
  };
  const size = (pieces) => pieces.reduce((sum, piece) => sum + piece.length, 0);
  const markedCode = () => {
    const reader = new Reader(bytes, code.at, code.end), count = reader.number(), pieces = [encoded(count)];
    for (let left = count; left > 0; --left) {
      const length = reader.number(), begin = reader.at, body = marked(reader, begin, begin + length);
      pieces.push(encoded(size(body)), ...body);
      reader.at = begin + length;
    }
    return [[kSection.code], encoded(size(pieces)), ...pieces];
  };
  const kept = sections.filter(({id, name}) => id !== kSection.custom || name === 'dylink.0');
  const pieces = [bytes.subarray(0, 8), ...kept.flatMap((section) => (section === code ? markedCode() : [bytes.subarray(section.begin, section.end)]))];
  const made = new Uint8Array(size(pieces));
  let at = 0;
  for (const piece of pieces) made.set(piece, at), at += piece.length;
  return {bytes: made, places: {files, rows}, uses};
}
