// SPDX-License-Identifier: Apache-2.0
// The sorts of labs 02 and 04 to 08, as simcu recorded them (sorts.py). A module runs them on the reader's own keys.
// data-lab chooses the first sort.
'use strict';

steppers.kinds.sorts = (host, trace) => {
  const labs = {'02': 'radix passes on the CPU (lab 02)', '04': 'radix passes over tiles (lab 04)', '05': 'tiles sorted first (lab 05)', '06': 'columns, merged (lab 06)', '07': 'bitonic network (lab 07)', '08': 'split from the top digit (lab 08)'};
  let lab = host.dataset.lab in labs ? host.dataset.lab : '04', inputs = trace.inputs, input = 0, bits = 2, order = 0, list = [];
  input = Math.max(0, inputs.findIndex((one) => one.name === 'random' && one.keys.length === 13));
  const stage = element('div'), table = element('div', {class: 'wide'});
  const player = frames(host, (number) => {
    const frame = list[number];
    stage.replaceChildren(frame.draw());
    table.replaceChildren(...(frame.table ? [frame.table()] : []));
    table.hidden = !frame.table;
    return frame.words;
  });

  // Rows of keys are above each other or, on a phone, next to each other. `key` turns (place, row) into a corner.
  function rows(count, n, gap, high) {
    const narrow = stage.clientWidth < 560, group = (i) => Math.floor(i / gap) * 8;
    const side = narrow ? 20 : Math.min(44, Math.floor((Math.min(stage.clientWidth, 760) - 40) / n)), across = narrow ? 34 : 26;
    const apart = narrow ? Math.floor((stage.clientWidth - 60 - across) / Math.max(1, count - 1)) : high;
    const corner = (i, row) => (narrow ? [4 + row * apart, 24 + i * side + group(i)] : [4 + i * side + group(i), 24 + row * apart]);
    const [w, h] = narrow ? [across, side - 2] : [side - 2, across];
    const [fx, fy] = corner(n - 1, count - 1);
    return {  // on a phone, a single row has room for its label
      width: narrow ? Math.max(fx + w + 24, count === 1 ? 150 : 0) : fx + w + 8, height: fy + h + (narrow ? 8 : 22),
      key: (i, row, text, kind) => box(...corner(i, row), w, h, text, kind),
      link(i, rowI, j, rowJ, kind) {
        const [x1, y1] = corner(i, rowI), [x2, y2] = corner(j, rowJ);
        if (!narrow) return arrow(x1 + w / 2, y1 + h + 1, x2 + w / 2, y2 - 2, kind);
        const middle = (x1 + w + x2) / 2;
        return svg('path', {d: `M${x1 + w + 1},${y1 + h / 2} C${middle},${y1 + h / 2} ${middle},${y2 + h / 2} ${x2 - 2},${y2 + h / 2}`, class: `arrow ${kind}`, 'marker-end': `url(#stepper-${kind})`});
      },
      bracket(i, j, row, level, kind) {
        const [x1, y1] = corner(i, row), [x2, y2] = corner(j, row), off = 6 + level * 4;
        return narrow ? svg('path', {d: `M${x1 + w},${y1 + h / 2} h${off} V${y2 + h / 2} h${-off}`, class: `arrow ${kind}`})
          : svg('path', {d: `M${x1 + w / 2},${y1 + h} v${off} H${x2 + w / 2} v${-off}`, class: `arrow ${kind}`});
      },
      label: (row, text) => (narrow ? word(corner(0, row)[0] + (row ? w + 20 : 0), 14, text, 'faint small', row ? 'end' : 'start') : word(4, corner(0, row)[1] + (row ? h + 15 : -6), text, 'faint small', 'start')),
    };
  }
  const still = (keys, kind, label) => () => {
    const r = rows(1, keys.length, lab === '02' ? keys.length : trace.tile, 0);
    return picture(r.width, r.height, r.label(0, label), ...keys.map((key, i) => r.key(i, 0, key, kind(key, i))));
  };
  const moved = (keys, places, after, kind, labels) => () => {
    const r = rows(2, keys.length, trace.tile, 120), n = keys.length;
    return picture(r.width, r.height, r.label(0, labels[0]), r.label(1, labels[1]),
      ...places.map((to, i) => r.link(i, 0, to, 1, 'plain')),
      ...keys.map((key, i) => r.key(i, 0, key, kind(key))), ...after.map((key, i) => r.key(i, 1, key, kind(key))));
  };
  function counterTable(numbers, columns, name, digits) {
    const tiles = columns.length, bins = numbers.length / tiles;
    const body = [...Array(bins).keys()].map((bin) => element('tr', {}, element('th', {scope: 'row', class: `digit${bin % 4}`}, `digit ${bin.toString(2).padStart(digits, '0')}`),
      ...[...Array(tiles).keys()].map((t) => element('td', {}, String(numbers[bin * tiles + t])))));
    return element('table', {class: 'counters'}, element('caption', {}, name),
      element('thead', {}, element('tr', {}, element('td'), ...columns.map((column) => element('th', {scope: 'col'}, column)))), element('tbody', {}, ...body));
  }

  const passName = (pass, number) => `Pass ${number + 1}, ${bits > 1 ? `bits ${pass.shift} to ${pass.shift + bits - 1}` : `bit ${pass.shift}`}`;

  function cpuFrames(recorded) {
    let keys = recorded.keys;
    const n = keys.length, mask = (1 << bits) - 1;
    const made = [{draw: still(keys, () => '', 'the keys'), words: `${n} keys of 6 bits. A pass looks at ${bits === 1 ? 'one bit' : `${bits} bits`} of each, its digit.`}];
    recorded.cpu[bits - 1].forEach((pass, number) => {
      const before = keys, digit = (key) => (key >> pass.shift) & mask, kind = (key) => `digit${digit(key) % 4}`, which = passName(pass, number);
      const cursors = [...pass.starts], out = Array(n).fill(null);
      const tableOf = (next) => () => counterTable(pass.counts.flatMap((count, d) => [count, pass.starts[d], next[d]]), ['keys', 'start', 'next place'], 'The bins', bits);
      made.push({draw: still(before, kind, 'coloured by the digit'), words: `${which}: histogram. How many keys have each digit?`, table: () => counterTable(pass.counts, ['keys'], 'The bins', bits)});
      made.push({draw: still(before, kind, 'coloured by the digit'), words: `${which}: scan. A bin starts after all keys with a smaller digit.`, table: tableOf(cursors)});
      pass.places.forEach((place, i) => {
        out[place] = before[i];
        cursors[digit(before[i])] = place + 1;
        const there = [...out];
        made.push({table: tableOf([...cursors]), words: `${which}: scatter, key ${i + 1} of ${n}. ${before[i]} has the digit ${digit(before[i]).toString(2).padStart(bits, '0')} and takes the next place of its bin, ${place}.`, draw: () => {
          const r = rows(2, n, n, 90);
          return picture(r.width, r.height, r.label(0, 'before'), r.label(1, 'after'), r.link(i, 0, place, 1, 'mark'),
            ...before.map((key, k) => r.key(k, 0, key, `${kind(key)}${k === i ? ' lit' : k < i ? ' gone' : ''}`)),
            ...there.map((key, k) => r.key(k, 1, key ?? '', key === null ? 'gone' : `${kind(key)}${k === place ? ' lit' : ''}`)));
        }});
      });
      keys = pass.out;
    });
    made.push({draw: still(keys, () => 'done', 'sorted'), words: 'All digits are done: the keys are sorted.'});
    return made;
  }

  function radixFrames(recorded) {
    let keys = recorded.keys;
    const tiles = Math.ceil(keys.length / trace.tile), columns = Array.from({length: tiles}, (_, t) => `tile ${t}`);
    const made = [{draw: still(keys, () => '', 'the keys, in tiles of 8'), words: `${keys.length} keys in ${tiles} tile${tiles > 1 ? 's' : ''}. A block has one tile.`}];
    recorded.radix[bits - 1].forEach((pass, number) => {
      const before = keys, digit = (key) => (key >> pass.shift) & ((1 << bits) - 1), kind = (key) => `digit${digit(key) % 4}`, which = passName(pass, number);
      const marked = still(before, kind, 'coloured by the digit');
      made.push({draw: marked, words: `${which}: each block counts the digits of its tile.`, table: () => counterTable(pass.histogram, columns, 'Keys with this digit, by tile', bits)});
      made.push({draw: marked, words: `${which}: the exclusive scan, digit after digit and tile after tile, is where each group of keys begins.`, table: () => counterTable(pass.starts, columns, 'First place of these keys', bits)});
      if (lab === '04') made.push({draw: moved(before, pass.places, pass.out, kind, ['before', 'after the scatter']), words: `${which}: every key goes to its place. Equal digits keep their order; neighbours may end up far apart.`});
      else {
        made.push({draw: moved(before, pass.in_tile, pass.sorted_tiles, kind, ['before', 'each tile sorted']), words: `${which}: each block sorts its tile by the digit, in shared memory.`});
        const placeOf = pass.in_tile.reduce((all, at, i) => { all[at] = pass.places[i]; return all; }, []);
        made.push({draw: moved(pass.sorted_tiles, placeOf, pass.out, kind, ['sorted tiles', 'after the scatter']), words: `${which}: now neighbours go to neighbouring places: the same result as in lab 04, in runs.`});
      }
      keys = pass.out;
    });
    made.push({draw: still(keys, () => 'done', 'sorted'), words: 'All digits are done: the keys are sorted.'});
    return made;
  }

  function columnFrames(recorded) {
    const {columns, out, lists} = recorded.columns, n = columns.length, lanes = trace.lists;
    const grid = (keys, taken, note) => () => {
      const w = 40, h = 26, rowsOf = Math.ceil(n / lanes), at = Array.from({length: lanes}, (_, c) => c);
      lists.slice(0, taken).forEach((c) => (at[c] += lanes));
      const shapes = [word(4, 14, note, 'faint small', 'start')];
      keys.forEach((key, i) => shapes.push(box(4 + (i % lanes) * (w + 6), 24 + Math.floor(i / lanes) * (h + 3), w, h, key,
        taken === null ? `digit${i % lanes}` : i < at[i % lanes] ? 'gone' : i === at[i % lanes] ? `head digit${i % lanes}` : `digit${i % lanes}`)));
      const below = 24 + rowsOf * (h + 3) + 30;
      if (taken !== null) shapes.push(word(4, below - 8, 'd_out', 'faint small', 'start'));
      if (taken !== null) out.slice(0, taken).forEach((key, i) => shapes.push(box(4 + (i % 8) * 35, below + Math.floor(i / 8) * (h + 3), 33, h, key, `digit${lists[i]}${i === taken - 1 ? ' lit' : ''}`)));
      return picture(292, below + Math.ceil(n / 8) * (h + 3), ...shapes);
    };
    const made = [
      {draw: grid(recorded.keys, null, 'the keys, as rows of 4'), words: `${n} keys, seen as rows of four: every fourth key is one column.`},
      {draw: grid(columns, 0, 'each column sorted by one thread'), words: 'A thread sorts its column. The framed keys are the heads of the four lists.'},
    ];
    for (let taken = 1; taken <= n; ++taken) {
      const same = out[taken - 1];
      made.push({draw: grid(columns, taken, `key ${taken} of ${n}`), words: `The least head is ${same}: the thread of list ${lists[taken - 1]} writes it, and goes on in its list.`});
    }
    return made;
  }

  function networkFrames(recorded) {
    let keys = recorded.keys;
    const made = [{draw: still(keys, () => '', 'the keys'), words: `${keys.length} keys.`}];
    for (const step of recorded.bitonic) {
      const before = keys, after = step.keys, swaps = step.pairs.filter(([i]) => before[i] !== after[i]).length;
      made.push({words: `Stage ${step.stage}, bit ${step.bit}: ${step.pairs.length} pairs are compared, ${swaps} exchanged. The smaller key always goes first.`, draw: () => {
        const r = rows(2, before.length, 64, 110);
        const level = (i) => (i & ((1 << step.bit) - 1)) % 12;
        return picture(r.width, r.height, r.label(0, 'before'), r.label(1, 'after'),
          ...step.pairs.map(([i, j]) => r.bracket(i, j, 0, level(i), before[i] === after[i] ? 'plain' : 'mark')),
          ...before.map((key, i) => r.key(i, 0, key, before[i] === after[i] ? '' : 'lit')), ...after.map((key, i) => r.key(i, 1, key, before[i] === after[i] ? '' : 'lit')));
      }});
      keys = after;
    }
    made.push({draw: still(keys, () => 'done', 'sorted'), words: 'All stages are done: the keys are sorted.'});
    return made;
  }

  function hybridFrames(recorded) {
    const {keys} = recorded, {counts, starts, orders, sorted} = recorded.hybrid, n = keys.length;
    const bin = (key) => `digit${(key >> 3) % 4}`, ran = orders[order];
    const binTable = (cursors) => () => counterTable(counts.flatMap((count, b) => [count, cursors[b]]), ['keys', 'cursor'], 'Keys of each bin, and the bin’s cursor', 3);
    const made = [
      {draw: still(keys, bin, 'coloured by the bin'), words: `${n} keys of 6 bits. The top three bits are a key’s bin. One read of the keys counts them by bin.`, table: () => counterTable(counts, ['keys'], 'Keys of each bin', 3)},
      {draw: still(keys, bin, 'coloured by the bin'), words: 'The exclusive sum of the counts is where each bin begins. These places are the bins’ cursors.', table: binTable(starts)},
    ];
    const from = Array(n).fill(null);  // each place's key so far
    ran.tiles.forEach(({tile, places, cursors}, turn) => {
      const first = tile * trace.tile;
      places.forEach((place, i) => (from[place] = first + i));
      const there = [...from];
      made.push({table: binTable(cursors), words: `Tile ${tile} comes ${['first', 'second', 'third', 'fourth'][turn]}. It adds its counts to the cursors, and what they were before are its places. It waits for no other tile.`, draw: () => {
        const r = rows(2, n, trace.tile, 120);
        return picture(r.width, r.height, r.label(0, 'before'), r.label(1, 'after the split'),
          ...places.map((place, i) => r.link(first + i, 0, place, 1, 'plain')),
          ...keys.map((key, i) => r.key(i, 0, key, i >= first && i < first + places.length ? `${bin(key)} lit` : bin(key))),
          ...there.map((key, place) => (key === null ? r.key(place, 1, '', 'gone') : r.key(place, 1, keys[key], places.includes(place) ? `${bin(keys[key])} lit` : bin(keys[key])))));
      }});
    });
    made.push({words: 'A block sorts each bin in shared memory. Any order of the tiles leads to the same keys.', draw: () => {
      const r = rows(2, n, trace.tile, 90);
      return picture(r.width, r.height, r.label(0, 'after the split'), r.label(1, 'each bin sorted'),
        ...ran.split.map((key, i) => r.key(i, 0, key, bin(key))), ...sorted.map((key, i) => r.key(i, 1, key, bin(key))));
    }});
    made.push({draw: still(sorted, () => 'done', 'sorted'), words: 'The keys are sorted.'});
    return made;
  }

  let at = 0;
  function remake() {
    const recorded = inputs[input], made = {'02': cpuFrames, '06': columnFrames, '07': networkFrames, '08': hybridFrames};
    list = (made[lab] ?? radixFrames)(recorded);
    bitsChoice.hidden = lab in made && lab !== '02';
    orderChoice.hidden = lab !== '08';
    player.start(list.length, Math.min(at, list.length - 1));
  }
  const named = () => inputs.map((one, i) => [String(i), `${one.keys.length} keys, ${one.name}`]);
  const bitsChoice = choice('Bits of a digit', [['1', '1'], ['2', '2'], ['3', '3']], '2', (value) => { bits = Number(value); remake(); });
  const orderChoice = choice('Tiles come', [['0', 'first to last'], ['1', 'last to first']], '0', (value) => { order = Number(value); remake(); });
  const inputChoice = element('span');
  const offer = () => inputChoice.replaceChildren(choice('Keys', named(), String(input), (value) => { input = Number(value); remake(); }));
  function take(own) {
    inputs = [...trace.inputs, ...own];
    input = trace.inputs.length;
    offer();
    remake();
  }

  // ---- the reader's own keys ----

  const complaint = element('p', {class: 'complaint', role: 'alert'});
  function ownKeys(text) {
    const typed = text.split(/[\s,;]+/).filter(Boolean), bad = typed.find((one) => !/^\d{1,2}$/.test(one) || Number(one) > 63);
    if (bad !== undefined) throw new Error(`“${bad.slice(0, 20)}” is not a whole number from 0 to 63.`);
    if (typed.length < 2 || typed.length > 32) throw new Error(`Type 2 to 32 keys; there ${typed.length === 1 ? 'is' : 'are'} ${typed.length}.`);
    return typed.map(Number);
  }
  // Loaded when first needed. A module that has stopped is not used again.
  let device = null;
  const script = () => new Promise((done, failed) => document.head.append(element('script', {src: trace.module, onload: done,
    onerror: () => failed(new Error(`The simulated device (${trace.module}) could not be loaded.`))})));
  async function simulated(keys) {
    if (typeof simcuSorts === 'undefined') await script();
    const said = [];
    try {
      device ??= await simcuSorts({printErr: (line) => said.push(line)});
      device.ccall('steppers_sort', null, ['string'], [keys.join(' ')]);
      return JSON.parse(device.ccall('steppers_answer', 'string', [], []));
    } catch (error) {
      device = null;
      throw new Error(`The simulated device stopped: ${said[0] ?? error.message}`);
    }
  }
  function typedKeys() {
    const done = element('p', {role: 'status'}), go = element('button', {type: 'submit'}, 'Sort them');
    const field = element('input', {type: 'text', name: 'keys', size: 40, autocomplete: 'off', placeholder: '5 3 9 1', oninput: () => complain('')});
    const complain = (words) => {
      complaint.textContent = words;
      field.setAttribute('aria-invalid', String(words !== ''));
    };
    const form = element('form', {class: 'own', onsubmit: async (event) => {
      event.preventDefault();
      done.textContent = '';
      try {
        const keys = ownKeys(field.value);
        complain('');
        go.disabled = true;
        done.textContent = 'The simulated device is running …';
        take([{name: 'your own', keys, ...await simulated(keys)}]);
        done.textContent = `Sorted on this page: the labs’ code ran on your ${keys.length} keys. They are shown above.`;
      } catch (error) {
        done.textContent = '';
        complain(error.message);
      }
      go.disabled = false;
    }}, element('label', {}, '2 to 32 numbers from 0 to 63: ', field), ' ', go);
    return [element('p', {}, 'The inputs above were recorded when the site was made. Your own keys are sorted here, in the page, by the same code, the labs’ reference solutions. It runs on the simulated device compiled to WebAssembly (about 1 MB, loaded when you press the button).'), form, complaint, done];
  }
  function openedKeys() {
    const file = element('input', {type: 'file', accept: '.json', onchange: async () => {
      complaint.textContent = '';
      try {
        const own = JSON.parse(await file.files[0].text());
        const good = (one) => ['keys', 'cpu', 'radix', 'columns', 'bitonic', 'hybrid', 'name'].every((part) => one[part]) && one.keys.length <= 32;
        if (!Array.isArray(own.inputs) || !own.inputs.length || !own.inputs.every(good)) throw new Error();
        take(own.inputs);
      } catch {
        complaint.textContent = 'This file is not a trace: docs/steppers/record.py … --own writes one.';
      }
    }});
    const why = trace.module ? 'this browser has no WebAssembly' : 'this copy of the site was built without Emscripten';
    return [element('p', {}, `These inputs were sorted by the labs’ reference kernels on the simulated device when the traces were recorded. The page itself runs no kernel, as ${why}. For 2 to 32 keys of your own, from 0 to 63, type in the repository: `),
      element('pre', {}, 'cmake --build build --target stepper_programs\npython3 docs/steppers/record.py build/steppers --own 5 3 9 1 >own.json'),
      element('label', {}, 'and open the file here: ', file), complaint];
  }
  host.append(element('p', {class: 'title'}, 'A sort, step by step'),
    element('div', {class: 'controls'}, choice('Sort', Object.entries(labs), lab, (value) => { lab = value; remake(); }), inputChoice, bitsChoice, orderChoice),
    player.bar, player.said, stage, table,
    element('details', {}, element('summary', {}, 'Your own keys'), ...(trace.module && typeof WebAssembly === 'object' ? typedKeys() : openedKeys())));
  offer();
  remake();
  redrawWith(stage, player.again);
};
