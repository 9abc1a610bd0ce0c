// SPDX-License-Identifier: Apache-2.0
// A launch of the first kernel, as simcu recorded it (launch.cu): each thread's number, and threads with nothing to do.
'use strict';

steppers.kinds.launch = (host, trace) => {
  const most = 256, warp = 32;
  const stage = element('div'), code = element('pre', {class: 'kernel', tabindex: 0, role: 'group', 'aria-label': 'The kernel and its launch'});
  const said = element('p', {class: 'said', role: 'status', 'aria-live': 'polite'}), thread = element('p', {class: 'thread-said', role: 'status', 'aria-live': 'polite'});
  let blocks = 2, threads = 64, n = 100, guarded = true, chosen = 99;
  const launch = () => trace.launches.find((one) => one.blocks === blocks && one.threads === threads);
  const some = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

  function draw() {
    const {writers, written} = launch(), all = blocks * threads, done = written[n];
    chosen = Math.min(chosen, all - 1);
    const place = [];
    writers.forEach((who, i) => (place[who] = i));
    const narrow = stage.clientWidth < 560, across = narrow ? 16 : warp, cell = narrow ? 20 : 21, left = narrow ? 4 : 8;
    const width = left + across * cell + 8, shapes = [];
    let y = 0;
    for (let b = 0; b < blocks; ++b) {
      const rows = Math.ceil(threads / across), high = 24 + rows * (cell + 2) + 6;
      shapes.push(svg('rect', {x: 1, y: y + 1, width: width - 2, height: high, rx: 7, class: 'room'}), word(left + 2, y + 18, `block ${b}`, 'bold small', 'start'));
      for (let t = 0; t < threads; ++t) {
        const who = b * threads + t, i = place[who], idle = i >= done;
        const kind = `box${idle ? (guarded ? ' idle' : ' wrong') : ` digit${b}`}${who === chosen ? ' chosen' : ''}`;
        const one = svg('g', {class: kind}, svg('rect', {x: left + (t % across) * cell, y: y + 24 + Math.floor(t / across) * (cell + 2), width: cell - 2, height: cell - 2, rx: 3}),
          word(left + (t % across) * cell + cell / 2 - 1, y + 24 + Math.floor(t / across) * (cell + 2) + cell / 2 + 2.5, i, i > 99 ? 'tinier' : 'tiny'));
        one.addEventListener('click', () => { chosen = who; draw(); });
        shapes.push(one);
      }
      y += high + 7;
    }
    const full = width - 2 * left, reach = (count) => (full * count) / Math.max(n, all);
    shapes.push(word(left, y + 14, `d_numbers: ${some(n, 'number')}, ${done} of them doubled`, 'small', 'start'),
      svg('rect', {x: left, y: y + 21, width: full, height: 12, class: 'meter'}), svg('rect', {x: left, y: y + 21, width: reach(n), height: 12, class: 'cell waste'}),
      svg('rect', {x: left, y: y + 21, width: reach(done), height: 12, class: 'cell key'}));
    if (!guarded && all > n) shapes.push(svg('rect', {x: left + reach(n), y: y + 21, width: reach(all - n), height: 12, class: 'bar wrong'}));
    stage.replaceChildren(picture(width, y + 36, ...shapes));

    const [before, after] = trace.lines.map(([, text]) => text).join('\n').split(guard.value);
    code.replaceChildren(before, element('span', {class: guarded ? 'lit' : 'out'}, guard.value), `${after}\n\ndouble_kernel<<<${blocks}, ${threads}>>>(d_numbers, ${n});`);
    const idle = all - done, left_over = n - done, needed = Math.ceil(n / threads);
    fitting.disabled = needed === blocks || needed < 1 || needed > 4;
    said.textContent = `${some(blocks, 'block')} of ${threads} threads: ${all} threads for ${some(n, 'number')}. ` +
      (left_over ? `No thread has an index from ${done} on: ${some(left_over, 'number')} ${left_over === 1 ? 'stays' : 'stay'} as ${left_over === 1 ? 'it was' : 'they were'}. It takes ${needed} blocks.`
        : !idle ? 'Each thread has one number.'
          : guarded ? `${some(idle, 'thread')} too many: ${idle === 1 ? 'its index is' : 'their indices are'} not below n, and the kernel's if keeps ${idle === 1 ? 'it' : 'them'} away from memory.`
            : `Without the if, ${some(idle, 'thread')} ${idle === 1 ? 'reads and writes' : 'read and write'} memory past the end of the array. The result may even look right; simcu --check reports them.`);
    const b = Math.floor(chosen / threads), t = chosen % threads, i = place[chosen];
    thread.textContent = `Thread ${t} of block ${b}: i = ${b} · ${threads} + ${t} = ${i}. ` +
      (i < done ? `${i} < ${n}, so it doubles d_numbers[${i}].` : guarded ? `${i} is not below ${n}, so it does nothing.` : `It doubles d_numbers[${i}], which is not its to touch.`);
  }
  const blocksOf = slider('Blocks', 1, 4, blocks, (value) => { blocks = value; draw(); });
  const nOf = slider('n', 0, most, n, (value) => { n = value; draw(); });
  const guard = element('input', {type: 'checkbox', value: 'if (i < n) ', onchange: () => { guarded = !guard.checked; draw(); }});
  const fitting = button('As many blocks as n needs', () => {
    blocks = Math.ceil(n / threads);
    blocksOf.set(blocks);
    draw();
  });
  host.append(element('p', {class: 'title'}, 'A launch, thread by thread'),
    element('div', {class: 'controls'}, blocksOf, choice('Threads of a block', [[16, '16'], [32, '32'], [48, '48'], [64, '64']], threads, (value) => { threads = Number(value); draw(); }), nOf, fitting,
      element('label', {}, guard, ' without if (i < n)')),
    code, said, stage, thread,
    element('p', {class: 'note'}, 'Each box is a thread, with its i; a row is a warp, or half a warp on a narrow screen. Click a thread, or use the left and right arrows. The simulated device recorded which thread of the kernel above writes which number, for each of these launches and each n.'));
  host.addEventListener('keydown', (event) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step || /^(input|select)$/i.test(event.target.tagName)) return;
    chosen = Math.max(0, Math.min(blocks * threads - 1, chosen + step));
    draw();
    event.preventDefault();
  });
  draw();
  redrawWith(stage, draw);
};
