// SPDX-License-Identifier: Apache-2.0
// Occupancy by block size on an H200, and the labs' kernels under the instruction roofline. `blocksThatFit` follows
// NVIDIA's cuda_occupancy.h for compute capability 9.0; docs-check compares the two.
'use strict';

steppers.blocksThatFit = (threads, registers, shared) => {
  const warps = Math.ceil(threads / 32), each = Math.ceil(registers / 8) * 8;
  return {threads: Math.floor(64 / warps), registers: Math.floor((4 * Math.floor(16384 / (32 * each))) / warps), 'shared memory': shared ? Math.floor(233472 / (Math.ceil(shared / 128) * 128)) : Infinity, 'blocks at most': 32};
};

steppers.occupancy = (threads, registers, shared) =>
  (100 * Math.min(...Object.values(steppers.blocksThatFit(threads, registers, shared))) * Math.ceil(threads / 32)) / 64;

steppers.kinds.occupancy = (host, trace) => {
  const stage = element('div'), chart = element('div'), said = element('p', {class: 'said', role: 'status', 'aria-live': 'polite'});
  const chartSaid = element('p', {class: 'said'});
  const kernels = trace.kernels, label = (k) => `${k.lab.replace(/^lab/, 'lab ')}: ${k.kernel}`;
  let chosen = kernels.findIndex((k) => k.kernel === '5 global steps'), threads, registers, shared;

  function draw() {
    const fit = steppers.blocksThatFit(threads, registers, shared), blocks = Math.min(...Object.values(fit)), warps = Math.ceil(threads / 32);
    const narrow = stage.clientWidth < 560, across = narrow ? 16 : 32, cell = narrow ? 19 : 21, shapes = [];
    for (let i = 0; i < 64; ++i) {
      const inBlock = Math.floor(i / warps), there = inBlock < blocks;
      shapes.push(svg('rect', {x: 2 + (i % across) * cell, y: 2 + Math.floor(i / across) * cell, width: cell - 3, height: cell - 3, rx: 3, class: there ? `slot digit${inBlock % 4}` : 'slot'}));
    }
    stage.replaceChildren(picture(across * cell + 2, (64 / across) * cell + 2, ...shapes));
    const limits = Object.entries(fit).filter(([, n]) => n === blocks).map(([what]) => what);
    const all = Object.entries(fit).filter(([, n]) => n !== Infinity).map(([what, n]) => `${what}: ${n}`).join(', ');
    said.textContent = blocks === 0 ? `Such a block doesn't fit at all: ${limits.join(' and ')}.`
      : `Blocks that fit, by ${all}. So ${blocks} block${blocks > 1 ? 's' : ''} of ${warps} warp${warps > 1 ? 's' : ''}: ${blocks * warps} of 64 warps, an occupancy of ${((100 * blocks * warps) / 64).toFixed(1)} %. The limit: ${limits.join(' and ')}.`;
    drawChart();
  }

  function drawChart() {
    const narrow = stage.clientWidth < 560, width = narrow ? 330 : 700, height = narrow ? 300 : 340, left = 46, right = 12, top = 14, bottom = 44;
    const xs = [0.015, 12000], ys = [60, 1600], issue = trace.issue, copy = trace.copy;
    const px = (v) => left + ((Math.log(v) - Math.log(xs[0])) / (Math.log(xs[1]) - Math.log(xs[0]))) * (width - left - right);
    const py = (v) => height - bottom - ((Math.log(v) - Math.log(ys[0])) / (Math.log(ys[1]) - Math.log(ys[0]))) * (height - top - bottom);
    const shapes = [];
    for (const t of [0.1, 1, 10, 100, 1000]) shapes.push(svg('path', {d: `M${px(t)},${top} V${height - bottom}`, class: 'grid'}), word(px(t), height - bottom + 16, t, 'faint small'));
    for (const t of [100, 200, 500, 1000]) shapes.push(svg('path', {d: `M${left},${py(t)} H${width - right}`, class: 'grid'}), word(left - 5, py(t) + 4, t, 'faint small', 'end'));
    const knee = issue / copy;
    shapes.push(svg('path', {d: `M${px(ys[0] / copy)},${py(ys[0])} L${px(knee)},${py(issue)} H${width - right}`, class: 'roof'}));
    shapes.push(word((left + width) / 2, height - 8, 'warp instructions for each byte of DRAM traffic', 'faint small'), word(left + 4, top + 10, 'G warp instructions/s', 'faint small', 'start'));
    kernels.forEach((k, i) => {
      const mark = svg('circle', {cx: px(k.instructions_per_byte), cy: py(k.ginstructions_s), r: i === chosen ? 8 : 5, class: i === chosen ? 'mark chosen' : 'mark'}, svg('title', {}, label(k)));
      mark.addEventListener('click', () => choose(i));
      shapes.push(mark);
    });
    const k = kernels[chosen];
    if (k) {
      const end = px(k.instructions_per_byte) > width / 2;
      shapes.push(word(px(k.instructions_per_byte) + (end ? -12 : 12), py(k.ginstructions_s) + 22, label(k), 'bold small halo', end ? 'end' : 'start'));
      const roof = Math.min(issue, k.instructions_per_byte * copy);
      chartSaid.textContent = `${label(k)}, measured: ${k.ginstructions_s} G warp instructions/s, ${((100 * k.ginstructions_s) / roof).toFixed(0)} % of the roof above it; on average, ${k.active_percent} % of the warps were active, of the ${k.occupancy_percent} % that fit. DRAM was busy at ${k.dram_percent} % of its peak, issue slots at ${k.issue_percent} %, L1 and shared memory at ${k.l1_percent} %.`;
    } else chartSaid.textContent = 'No kernel of the labs has these numbers, so there is no measurement to show. Choose a kernel, or a mark.';
    chart.replaceChildren(picture(width, height, ...shapes));
  }

  function choose(i) {
    chosen = i;
    const k = kernels[i];
    [threads, registers, shared] = [k.threads, k.registers, k.shared_bytes];
    threadsOf.set(threads);
    registersOf.set(registers);
    sharedOf.set(shared);
    kernelOf.querySelector('select').value = String(i);
    draw();
  }
  const own = () => {
    chosen = kernels.findIndex((k) => k.threads === threads && k.registers === registers && k.shared_bytes === shared);
    kernelOf.querySelector('select').value = String(chosen);
    draw();
  };
  const threadsOf = numberField('Threads of a block', 1, 1024, 0, (v) => { threads = v; own(); });
  const registersOf = numberField('Registers of a thread', 1, 255, 0, (v) => { registers = v; own(); });
  const sharedOf = numberField('Shared memory of a block, bytes', 0, 233472, 0, (v) => { shared = v; own(); });
  const kernelOf = choice('Kernel', [...kernels.map((k, i) => [String(i), label(k)]), ['-1', 'your own numbers']], String(chosen), (v) => v === '-1' ? own() : choose(Number(v)));
  host.append(element('p', {class: 'title'}, 'How many warps fit, and what the kernel reached'),
    element('div', {class: 'controls'}, kernelOf, threadsOf, registersOf, sharedOf),
    element('p', {class: 'sub'}, 'The 64 warps of a multiprocessor, a colour for each block'), stage, said,
    element('p', {class: 'sub'}, 'Under the roofline'), chart, chartSaid,
    element('p', {class: 'note'}, `${trace.machine}, ${trace.date}. Shared memory includes the 1 KiB that the system takes for each block.`));
  choose(chosen);
  redrawWith(stage, draw);
};
