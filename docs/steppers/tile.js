// SPDX-License-Identifier: Apache-2.0
// One block of four threads passes two tiles through shared memory, with both barriers or without one (tile.py).
'use strict';

steppers.kinds.tile = (host, trace) => {
  const threads = 4, keys = 8, lines = trace.lines.map(([number, text]) => [number, text.replace(/if \((?:First|Second)\) /, ''), /if \((First|Second)\)/.exec(text)?.[1]]);
  const barrierLines = lines.filter(([, , which]) => which).map(([number]) => number);
  const stage = element('div'), code = element('pre', {class: 'kernel', tabindex: 0, role: 'group', 'aria-label': 'The kernel'});
  let barriers = '11', schedule = 'fifo', run, list;

  // A frame is one thread's accesses in a line, several threads' accesses to a place, or a barrier that all reached.
  function framesOf({events}) {
    const made = [{events: []}], next = Array(threads).fill(0);
    const mine = Array.from({length: threads}, (_, t) => events.filter((event) => event[0] === t));
    const waits = (t) => next[t] > 0 && next[t] < mine[t].length && mine[t][next[t]][6] > mine[t][next[t] - 1][6];
    let open = -1;  // how many barriers the block has passed
    for (const event of events) {
      const [who, array, place, write, , line] = event, last = made[made.length - 1], first = last.events[0];
      const together = first && first[5] === line && (first[0] === who || (first[1] === array && first[2] === place && !write));
      const opened = event[6] > Math.max(open, 0);
      if (opened) {
        open = event[6];
        made.push({events: [], barrier: barriers === '11' ? barrierLines[(open - 1) % 2] : barrierLines[barriers === '10' ? 0 : 1], waiting: Array(threads).fill(false)});
      }
      if (together && !opened) last.events.push(event);
      else made.push({events: [event]});
      next[who]++;
      made[made.length - 1].waiting = [0, 1, 2, 3].map(waits);
    }
    made.push({events: [], end: true});
    return made;
  }
  // The memory's contents after the first frames.
  function after(count) {
    const memory = {s_tile: Array(threads).fill(''), farthest: Array(threads).fill(''), wrong: new Set()};
    for (const [who, array, place, write, value] of list.slice(0, count + 1).flatMap((frame) => frame.events))
      if (write) memory[array][place] = value === null || (array === 'farthest' && value > 99) ? '?' : value;
    return memory;
  }
  const right = trace.runs[0].events.filter((event) => event[1] === 'farthest' && event[3]).reduce((all, event) => ({...all, [event[2]]: event[4]}), {});
  const key = (t) => trace.runs[0].events.find((event) => event[0] === t && event[1] === 'keys')[4];
  const loads = trace.runs[0].events.filter((event) => event[1] === 'keys');
  const input = Array.from({length: keys}, (_, i) => loads.find((event) => event[2] === i)[4]);

  const player = frames(host, (number) => {
    const frame = list[number], memory = after(number), narrow = stage.clientWidth < 560;
    const side = narrow ? 36 : 46, left = narrow ? 4 : 96, gap = 10, high = 30, top = narrow ? 26 : 12;
    const x = (i) => left + i * side + Math.floor(i / threads) * gap, middle = (i) => x(i) + side / 2 - 3;
    const row = {keys: top, s_tile: top + (narrow ? 82 : 74), threads: top + 164, farthest: top + 240}, shapes = [];
    const label = (name) => shapes.push(narrow ? word(...(name === 'keys' ? [left, row.keys - 8] : [x(threads - 1) + side + 6, row[name] + (name === 'threads' ? 0 : 20)]), name, 'faint small', 'start') : word(left - 12, row[name] + (name === 'threads' ? 5 : 20), name, 'faint', 'end'));
    for (const name of Object.keys(row)) label(name);
    const reads = frame.events.filter((event) => !event[3]), writes = frame.events.filter((event) => event[3]);
    const touched = (array, i) => frame.events.some((event) => event[1] === array && event[2] === i);
    input.forEach((value, i) => shapes.push(box(x(i), row.keys, side - 6, high, value, touched('keys', i) ? 'lit' : '')));
    memory.s_tile.forEach((value, i) => shapes.push(box(x(i), row.s_tile, side - 6, high, value, touched('s_tile', i) ? 'lit' : '')));
    memory.farthest.forEach((value, i) => {
      const wrong = value !== '' && value !== right[i];
      shapes.push(box(x(i), row.farthest, side - 6, high, value, wrong ? 'wrong' : touched('farthest', i) ? 'lit' : ''));
      if (wrong) shapes.push(word(middle(i), row.farthest + high + 14, `not ${right[i]}`, 'small wrong'));
    });
    const bar = row.threads + 24;
    shapes.push(svg('path', {d: `M${x(0) - 4},${bar} H${x(threads - 1) + side}`, class: `room${frame.barrier ? ' now' : ''}`}), word(x(threads - 1) + side + 6, bar + 4, frame.barrier ? 'all are here' : 'the barrier', `small ${frame.barrier ? 'bold' : 'faint'}`, 'start'));
    for (let t = 0; t < threads; ++t) {
      const active = frame.events.some((event) => event[0] === t), waiting = frame.barrier || frame.waiting?.[t];
      const y = row.threads + (waiting ? 14 : 0);
      shapes.push(svg('circle', {cx: middle(t), cy: y, r: 10, class: `thread${active ? ' now' : ''}${waiting ? ' waits' : ''}`}), word(middle(t), y + 4, t, 'small'));
    }
    for (const [t, array, place, , value, , , should] of reads) {
      if (array === 'keys') { if (!writes.length) shapes.push(arrow(middle(place), row.keys + high + 2, middle(t), row.threads - 12, 'plain')); continue; }
      const wrong = should !== undefined;
      shapes.push(arrow(middle(place), row.s_tile + high + 2, middle(t), row.threads - 12, wrong ? 'wrong' : 'plain'));
      if (wrong && reads.length <= threads) shapes.push(word(middle(place), row.s_tile + high + 15, value ?? '?', 'small wrong halo'));
    }
    for (const [t, array, place] of writes) {
      const from = reads.find((event) => event[1] === 'keys');
      if (array === 's_tile') shapes.push(arrow(middle(from ? from[2] : t), row.keys + high + 2, middle(place), row.s_tile - 3, 'mark'));
      else shapes.push(arrow(middle(t), row.threads + 12, middle(place), row.farthest - 3, 'mark'));
    }
    stage.replaceChildren(picture(x(keys - 1) + side + 4, row.farthest + high + 22, ...shapes));
    const lit = new Set([...frame.events.map((event) => event[5]), frame.barrier]);
    code.replaceChildren(...lines.map(([number, text, which]) => {
      const out = which && barriers[which === 'First' ? 0 : 1] === '0';
      return element('span', {class: `${lit.has(number) ? 'lit' : ''}${out ? ' out' : ''}`}, `${String(number).padStart(3)}  ${text}\n`);
    }));
    return words(frame, reads, writes, memory);
  }, 900);

  function words(frame, reads, writes, memory) {
    if (frame.barrier) return `All four threads have reached the barrier in line ${frame.barrier}, so they go on.`;
    if (frame.end) {
      const bad = Object.keys(right).filter((i) => memory.farthest[i] !== right[i]);
      if (!run.advice) return 'All threads have ended. The four answers are right, whatever the order of the threads, and the checkers find nothing.';
      return `All threads have ended${bad.length ? `, and ${bad.length === 1 ? 'answer' : 'answers'} ${bad.join(', ')} ${bad.length === 1 ? 'is' : 'are'} wrong` : '. The answers are right, by luck'}. The checkers report it in any order: ${run.advice.replaceAll('`', '')}`;
    }
    if (!frame.events.length) return `Four threads have the keys ${[0, 1, 2, 3].map(key).join(', ')}. For each of them they look for the farthest of all eight keys. Press Next.`;
    const [t, , place, , , line] = frame.events[0], wrong = reads.filter((event) => event.length > 7), many = new Set(frame.events.map((event) => event[0])).size > 1;
    if (writes.some((event) => event[1] === 's_tile')) {
      const [, , to, , value] = writes.find((event) => event[1] === 's_tile'), from = reads.find((event) => event[1] === 'keys');
      return `Thread ${t}, line ${line}: it brings ${value}${from ? `, keys[${from[2]}],` : ''} to s_tile[${to}].`;
    }
    if (writes.length) return `Thread ${t}, line ${line}: it has seen two tiles, and writes ${memory.farthest[place] === '?' ? 'a value computed from a place that no thread had filled' : memory.farthest[place]}.`;
    if (frame.events[0][1] === 'keys') return `Thread ${t}, line ${line}: it reads its own key.`;
    const who = many ? `${reads.length === threads ? 'All four threads read' : `${new Set(reads.map((event) => event[0])).size} threads read`} s_tile[${place}]` : `Thread ${t}, line ${line}: it compares with ${reads.map((event) => event[4] ?? '?').join(', ')}`;
    return `${who}.${wrong.length ? ` Wrong: ${wrong.map((event) => `s_tile[${event[2]}] ${event[4] === null ? 'has not been filled yet' : `is ${event[4]} here, and should be ${event[7] ?? 'unfilled'}`}`).filter((text, i, all) => all.indexOf(text) === i).join('; ')}.` : ''}`;
  }
  function remake() {
    run = trace.runs.find((one) => one.barriers === barriers && one.schedule === schedule);
    list = framesOf(run);
    player.start(list.length);
  }
  host.append(element('p', {class: 'title'}, 'A tile and its two barriers'),
    element('div', {class: 'controls'},
      choice('Barriers', [['11', 'both'], ['01', 'without the first'], ['10', 'without the second']], barriers, (value) => { barriers = value; remake(); }),
      choice('Threads run', [['fifo', 'one after another'], ['lockstep', 'in step, from barrier to barrier']], schedule, (value) => { schedule = value; remake(); })),
    player.bar, player.said, stage, code,
    element('p', {class: 'note'}, 'The simulated device has run each of these six programs and recorded every access (docs/steppers/tile.cu, simcu --check). A read is marked wrong if its value differs from the value with both barriers. Keys: left and right arrow, Home and End.'));
  remake();
  redrawWith(stage, player.again);
};
