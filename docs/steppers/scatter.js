// SPDX-License-Identifier: Apache-2.0
// Where the scatters of labs 04 and 05 store the same keys, warp by warp, and the sectors that go to the L2 cache
// (coalescing.cu).
'use strict';

steppers.kinds.scatter = (host, trace) => {
  const sector = 8, across = 64, lanes = 32;  // words per sector, words per row, threads per warp
  const cell = 5, high = 5, pitch = 7, gap = 3, bar = 46;
  const width = across * cell + (across / sector - 1) * gap + 2, rows = trace.keys / across, warps = trace.keys / lanes;
  const stage = element('div', {class: 'two'});
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  let bits = 8, tile = 1024;

  const left = (place) => 1 + (place % across) * cell + Math.floor((place % across) / sector) * gap;
  const top = (place) => bar + Math.floor(place / across) * pitch;
  const cells = (places, kind) => svg('path', {class: `cell ${kind}`, d: places.map((p) => `M${left(p)},${top(p)}h${cell}v${high}h-${cell}z`).join('')});
  const outline = (sectors, kind) => svg('path', {class: kind, d: sectors.map((s) => `M${left(s * sector)},${top(s * sector)}h${sector * cell}v${high}h-${sector * cell}z`).join('')});

  function story(lab, size) {
    const {places: text, sectors} = trace.rows.find((row) => row.bits === bits && row.tile === size);
    const places = Array.from({length: trace.keys}, (_, i) => letters.indexOf(text[2 * i]) * 64 + letters.indexOf(text[2 * i + 1]));
    const touched = [], upTo = [0];
    for (let warp = 0; warp < warps; ++warp) {
      touched.push([...new Set(places.slice(warp * lanes, (warp + 1) * lanes).map((p) => Math.floor(p / sector)))]);
      upTo.push(upTo[warp] + touched[warp].length);
    }
    return {lab, places, touched, upTo, sectors};
  }
  let both = [];

  function memory({lab, places, touched, upTo}, at, most) {
    const mine = at ? places.slice((at - 1) * lanes, at * lanes) : [], here = at ? touched[at - 1] : [];
    const full = width - 2, moved = full * upTo[at] / most, keys = full * at * lanes / sector / most;
    return picture(width, bar + rows * pitch,
      word(1, 13, `${lab}: ${upTo[at]} sectors`, 'bold', 'start'),
      svg('rect', {x: 1, y: 20, width: full, height: 12, class: 'meter'}), svg('rect', {x: 1, y: 20, width: moved, height: 12, class: 'cell waste'}), svg('rect', {x: 1, y: 20, width: keys, height: 12, class: 'cell key'}),
      outline(Array.from({length: trace.keys / sector}, (_, s) => s), 'empty'), cells(places.slice(0, Math.max(0, at - 1) * lanes), 'old'),
      outline(here, 'cell waste'), cells(mine, 'key'));
  }

  function show(at) {
    const most = Math.max(...both.map((one) => one.sectors));
    stage.replaceChildren(...both.map((one) => memory(one, at, most)));
    const [four, five] = both;
    if (at === 0) return `An empty output of ${trace.keys} words. Nothing is stored yet.`;
    if (at < warps) return `Warp ${at - 1} stores 32 keys, 128 bytes. In lab 04 they lie in ${four.touched[at - 1].length} sectors, in lab 05 in ${five.touched[at - 1].length}; 4 is the least.`;
    return `All ${trace.keys} keys are stored; ${trace.keys / sector} sectors is the least. Lab 04 sent ${four.sectors} sectors for them, lab 05 ${five.sectors}: ${(four.sectors / five.sectors).toFixed(1)} times fewer. The arrays are the same.`;
  }
  const steps = frames(host, show, 150);
  function chosen(at) {
    both = [story('Lab 04', 0), story('Lab 05', tile)];
    steps.start(warps + 1, at);
  }
  let now = 0;
  const kept = (change) => (value) => {
    now = Number(steps.bar.querySelector('input').value);
    change(Number(value));
    chosen(now);
  };
  const key = (kind, text) => element('span', {class: `legend ${kind}`}, text);
  host.append(element('p', {class: 'title'}, 'The same keys to the same places'),
    element('div', {class: 'controls'}, choice('Digit', [[4, '4 bits'], [8, '8 bits']], bits, kept((value) => { bits = value; })),
      choice('Lab 05 sorts tiles of', [[256, '256 keys'], [512, '512 keys'], [1024, '1024 keys']], tile, kept((value) => { tile = value; }))),
    steps.bar, stage, element('p', {class: 'legends'}, key('key', 'a key that this warp stores'), key('waste', 'the rest of its sectors'), key('old', 'stored before')), steps.said,
    element('p', {class: 'note'}, 'A box is a sector of 8 words. The bars count the sectors that the warps’ stores have touched in the L2 cache so far; the cache combines the parts of a sector before they go to DRAM. Random keys; the addresses are those of the stores by the labs’ own kernels on the simulated device, whose counters counted the sectors (docs/steppers/coalescing.cu). Warps are drawn in the order of their keys; a device may run them in any order.'));
  chosen(warps / 4);
};
