// SPDX-License-Identifier: Apache-2.0
// Turns a program's assembler text into one whose calls record their places. Before each call, the number of its place is
// stored where the runtime reads it (common/simcu/wasm/place.h), so no debugging information has to be read.
//   markPlaces(text, isOwn, before) -> {text, files, rows, uses}
// A row is [file, line, column, the function's first line]. `uses` has, by name, the {file, line} where a symbol is first
// used.
// `before` has the files and rows of an object that is linked with this one; the new files and rows come after these.
const kPlaceAt = 8;

// The checkers' replacements for the C library's functions that load and store, as in simcu's driver.
const replaced = new Set(['memcpy', 'memmove', 'memset', 'modf', 'modff', 'frexp', 'frexpf', 'remquo', 'remquof', 'sincos', 'sincosf', 'nan', 'nanf']);
const ours = (name) => (replaced.has(name) ? `simcu_check_${name}` : name);

export function markPlaces(text, isOwn, before = {files: [], rows: [[0, 0, 0, 0]]}) {
  const names = new Map();  // file names by the compiler's file numbers
  for (const [, number, folder, name] of text.matchAll(/^\t\.file\t(\d+) "([^"]*)"(?: "([^"]*)")?/gm)) {
    names.set(number, name === undefined ? folder : name.startsWith('/') || folder === '/' ? name : `${folder}/${name}`);
  }
  const files = [...before.files], rows = [...before.rows], known = new Map(), uses = {};
  const out = [];
  let place = 0, first = 0;
  for (const line of text.split('\n')) {
    const loc = /^\t\.loc\t(\d+) (\d+) (\d+)/.exec(line);
    if (loc) {
      const name = names.get(loc[1]);
      if (loc[2] !== '0' && isOwn(name)) {
        first ||= Number(loc[2]);
        const key = `${loc[1]} ${loc[2]} ${loc[3]} ${first}`;
        if (!known.has(key)) {
          if (!files.includes(name)) files.push(name);
          known.set(key, rows.push([files.indexOf(name), Number(loc[2]), Number(loc[3]), first]) - 1);
        }
        place = known.get(key);
      }
      out.push(line);
      continue;
    }
    if (/^\t\.functype\t/.test(line)) {
      out.push(line.replace(/^(\t\.functype\t)(\S+)/, (_, begin, name) => begin + ours(name)));
      continue;
    }
    if (/^\t\.size\t/.test(line)) place = first = 0;
    const [, code, name] = /^\t(call|call_indirect|global\.get)\t([^\s,@]+)/.exec(line) ?? [];
    if (name && place) uses[name] ??= {file: files[rows[place][0]], line: rows[place][1]};
    if (code?.startsWith('call')) {
      out.push(`\ti32.const\t${kPlaceAt}`, `\ti32.const\t${place}`, '\ti32.store\t0');
      out.push(line.replace(/^(\tcall\t)([^\s,@]+)/, (_, begin, name) => begin + ours(name)));
    } else {
      out.push(line);
    }
  }
  return {text: out.join('\n'), files, rows, uses};
}
