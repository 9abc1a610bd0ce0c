// SPDX-License-Identifier: Apache-2.0
// The cost of a warp's addresses: sectors of global memory, banks of shared memory (coalescing.cu).
'use strict';

steppers.kinds.coalescing = (host, trace) => {
  const stage = element('div'), said = element('p', {class: 'said', role: 'status', 'aria-live': 'polite'});
  let mode = host.dataset.mode ?? 'stride', stride = 1, offset = 0, pitch = 32, bits = 4;
  const words = 8;  // 4-byte words in a 32-byte sector

  function sectors(places, note) {
    const narrow = stage.clientWidth < 560, across = narrow ? 2 : 4, cell = narrow ? 17 : 19, room = across * (words * cell + 12);
    const used = [...new Set(places.map((p) => Math.floor(p / words)))].sort((a, b) => a - b);
    const lanes = new Map();
    places.forEach((p, lane) => lanes.set(p, [...(lanes.get(p) ?? []), lane]));
    const shapes = [word(2, 14, note, 'faint small', 'start')];
    used.forEach((sector, k) => {
      const x = 2 + (k % across) * (words * cell + 12), y = 24 + Math.floor(k / across) * 46;
      shapes.push(word(x, y + 10, `sector ${sector}`, 'faint small', 'start'));
      for (let i = 0; i < words; ++i) {
        const who = lanes.get(sector * words + i);
        shapes.push(svg('g', {class: `box ${who ? 'lit' : ''}`}, svg('rect', {x: x + i * cell, y: y + 14, width: cell - 1, height: 22, rx: 2}),
          ...(who ? [word(x + i * cell + cell / 2 - 0.5, y + 29, who.length > 1 ? `×${who.length}` : who[0], 'tiny')] : [])));
      }
    });
    return picture(room, 30 + Math.ceil(used.length / across) * 46, ...shapes);
  }

  function banks(places) {
    const narrow = stage.clientWidth < 560, across = narrow ? 8 : 32, cell = narrow ? 34 : 23;
    const by = Array.from({length: 32}, () => []);
    places.forEach((p, lane) => by[p % 32].push(lane));
    const most = Math.max(...by.map((all) => all.length)), high = Math.min(32, most);
    const row = 22 + high * 5 + 10, shapes = [];
    by.forEach((all, bank) => {
      const x = 2 + (bank % across) * cell, y = Math.floor(bank / across) * (row + 18);
      all.forEach((_, k) => shapes.push(svg('rect', {x: x + 2, y: y + row - 12 - k * 5, width: cell - 5, height: 4, class: all.length > 1 ? 'bar wrong' : 'bar'})));
      shapes.push(word(x + cell / 2, y + row + 6, bank, 'faint tiny'));
    });
    return picture(across * cell + 4, Math.ceil(32 / across) * (row + 18) + 8, ...shapes);
  }

  const number = (value) => (Math.round(value * 100) / 100).toString();
  function draw() {
    strideOf.hidden = offsetOf.hidden = mode !== 'stride';
    pitchOf.hidden = mode !== 'pitch';
    bitsOf.hidden = mode !== 'bits';
    if (mode === 'stride') {
      const row = trace.stride.find((r) => r.stride === stride && r.offset === offset);
      stage.replaceChildren(sectors(row.places, 'words by sector; each shows the lane that loads it'));
      said.textContent = `Lane i loads d_in[${offset} + ${stride} · i]: ${row.sectors} sector${row.sectors > 1 ? 's' : ''} in one request, ${number(row.sectors * 32)} bytes for the ${stride === 0 ? '4 that all lanes share' : '128 that are used'}.`;
    } else if (mode === 'pitch') {
      const row = trace.pitch.find((r) => r.pitch === pitch);
      stage.replaceChildren(banks(row.places));
      said.textContent = `Lane i loads s_tile[${pitch} · i], a column of a tile whose rows have ${pitch} words: ${row.wavefronts} wavefront${row.wavefronts > 1 ? 's' : ''}, ${row.conflicts} of them ${row.conflicts === 1 ? 'is' : 'are'} bank conflicts.`;
    } else {
      const row = trace.bits.find((r) => r.bits === bits);
      const two = element('div', {}, element('p', {class: 'sub'}, 'Lab 04: straight from the unsorted tile'), sectors(row.lab04.places, 'where the first warp writes'),
        element('p', {class: 'sub'}, 'Lab 05: the tile was sorted by the digit first'), sectors(row.lab05.places, 'where the first warp writes'));
      stage.replaceChildren(two);
      said.textContent = `Digits of ${bits} bit${bits > 1 ? 's' : ''}, 4096 random keys, tiles of 1024: lab 04's scatter stores ${number(row.lab04.sectors / row.lab04.requests)} sectors for each request, lab 05's ${number(row.lab05.sectors / row.lab05.requests)}. 4 is the least.`;
    }
  }
  const strideOf = slider('Stride', 0, 32, stride, (v) => { stride = v; draw(); });
  const offsetOf = slider('Offset', 0, 8, offset, (v) => { offset = v; draw(); });
  const pitchOf = slider('Words in a row of the tile', 1, 40, pitch, (v) => { pitch = v; draw(); });
  const bitsOf = slider('Bits of the digit', 1, 8, bits, (v) => { bits = v; draw(); });
  host.append(element('p', {class: 'title'}, 'One warp, 32 addresses'),
    element('div', {class: 'controls'}, choice('Look at', [['stride', 'loads from global memory'], ['pitch', 'a column in shared memory'], ['bits', 'the scatter of a radix sort']], mode, (value) => { mode = value; draw(); }),
      strideOf, offsetOf, pitchOf, bitsOf),
    said, stage, element('p', {class: 'note'}, 'Sectors, wavefronts and conflicts are the simulated device’s counters, which agree with an H200’s (docs/simcu_counters.md). The kernels are in docs/steppers/coalescing.cu.'));
  draw();
  redrawWith(stage, draw);
};
