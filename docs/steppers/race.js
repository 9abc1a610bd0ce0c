// SPDX-License-Identifier: Apache-2.0
// Lab 03's race: the reader decides which block continues. simcu has run every turn (race.py).
'use strict';

steppers.kinds.race = (host, trace) => {
  const {block, states, lines} = trace;
  const parts = 7, elements = 2 * block;
  let path, kept;  // the blocks of the turns; the picture after each turn

  const orders = {
    own: null,
    lockstep: (done) => (done[0] <= done[1] ? 0 : 1),
    fifo: (done) => (done[0] < parts ? 0 : 1),
    reverse: (done) => (done[1] < parts ? 1 : 0),
  };
  let order = 'own', should = null;  // under lockstep, by an element of d_bins and the part that writes it

  const start = () => ({state: trace.first, done: [0, 0], bins: [...trace.in], cdf: Array(elements).fill(''), wrong: new Set(), events: [], turn: null});
  function after(before, turn) {
    const [events, state] = states[before.state][turn];
    const next = {...before, state, turn, events, done: before.done.map((d, b) => d + (b === turn)), bins: [...before.bins], cdf: [...before.cdf], wrong: new Set(before.wrong)};
    for (const [who, place, write, value] of events) {
      if (!write) continue;
      if (place >= elements) {
        next.cdf[place - elements] = value;
        continue;
      }
      next.bins[place] = value;
      if (!should) continue;
      const known = should.get(`${place} ${next.done[turn]}`);
      if (value === known) next.wrong.delete(place);
      else next.wrong.add(place);
    }
    return next;
  }
  {
    const found = new Map();
    for (let s = start(); s.done[0] + s.done[1] < 2 * parts;) {
      const turn = orders.lockstep(s.done);
      s = after(s, turn);
      for (const [, place, write, value] of s.events) if (write && place < elements) found.set(`${place} ${s.done[turn]}`, value);
    }
    should = found;
  }
  const now = () => kept[kept.length - 1];
  function reset() {
    path = [];
    kept = [start()];
  }
  function take(turn) {
    if (now().done[turn] >= parts) return;
    path.push(turn);
    kept.push(after(now(), turn));
    draw();
  }
  function undo() {
    if (!path.length) return;
    path.pop();
    kept.pop();
    draw();
  }

  const stage = element('div'), said = element('p', {class: 'said', role: 'status', 'aria-live': 'polite'});
  const code = element('pre', {class: 'kernel', tabindex: 0, role: 'group', 'aria-label': 'The kernel'});
  const run = [0, 1].map((b) => button(`Run block ${b}`, () => take(b)));
  const back = button('Back', undo), again = button('Start again', () => { reset(); draw(); });
  const follow = button('Next turn', () => take(orders[order](now().done)));
  const complaint = element('p', {class: 'complaint', role: 'alert'});
  const typed = element('input', {type: 'text', size: 16, placeholder: '0 1 1 0 …', 'aria-label': 'Turns: the numbers of the blocks'});
  const playTyped = () => {
    complaint.textContent = '';
    const turns = typed.value.replace(/[\s,]+/g, '');
    const bad = turns.match(/[^01]/u);
    if (!turns) complaint.textContent = 'Type the blocks in the order of their turns, such as `0 0 1 1 0`.';
    else if (bad) complaint.textContent = `“${bad[0]}” isn't a block: there are only block 0 and block 1.`;
    else {
      const many = ['0', '1'].find((b) => turns.split(b).length - 1 > parts);
      if (many) complaint.textContent = `Block ${many} has ${parts} turns, and you gave it ${turns.split(many).length - 1}.`;
      else {
        reset();
        for (const turn of turns) {
          path.push(Number(turn));
          kept.push(after(now(), Number(turn)));
        }
        draw();
      }
    }
  };
  typed.addEventListener('keydown', (event) => event.key === 'Enter' && playTyped());

  function draw() {
    const focused = document.activeElement;
    const s = now(), narrow = stage.clientWidth < 560, small = narrow ? 'tiny' : 'small', not = narrow ? '≠' : 'not ';
    const side = narrow ? 36 : 56, gap = narrow ? 16 : 34, left = narrow ? 8 : 76;
    const x = (i) => left + i * side + (i >= block ? gap : 0), middle = (i) => x(i) + side / 2 - 3;
    const width = x(elements - 1) + side + 8, high = 34, top = narrow ? 50 : 36, threads = top + high + 86, below = threads + 46, roof = narrow ? 26 : 14;
    const shapes = [];
    const name = (y, text) => shapes.push(narrow ? word(left, y - 8 - (text === 'threads' ? 14 : 0), text, 'faint', 'start') : word(left - 10, y + 22, text, 'faint', 'end'));
    for (const b of [0, 1]) {
      const begin = x(b * block) - 5;
      shapes.push(svg('rect', {x: begin, y: top - roof, width: block * side + 4, height: below + high - top + 22 + roof, rx: 8, class: `room${s.turn === b ? ' now' : ''}`}));
      const ended = s.done[b] === parts, turns = `${s.done[b]} of ${parts} turns`;
      shapes.push(word(begin + (block * side) / 2, top - (narrow ? 34 : 20), `block ${b}: ${!ended ? turns : narrow ? 'ended' : `${turns}, ended`}`, s.turn === b ? 'bold' : 'faint'));
    }
    name(top, 'd_bins'); name(threads - 12, 'threads'); name(below, 'd_cdf');
    const touched = new Set(s.events.filter((e) => e[2]).map((e) => e[1]));
    for (let i = 0; i < elements; ++i) {
      shapes.push(box(x(i), top, side - 6, high, s.bins[i], s.wrong.has(i) ? 'wrong' : touched.has(i) ? 'lit' : ''));
      const bad = s.cdf[i] !== '' && s.cdf[i] !== trace.right[i];
      shapes.push(box(x(i), below, side - 6, high, s.cdf[i], bad ? 'wrong' : touched.has(i + elements) ? 'lit' : ''));
      if (bad) shapes.push(word(middle(i), below + high + 15, not + trace.right[i], `${small} wrong`));
      shapes.push(svg('circle', {cx: middle(i), cy: threads, r: 9, class: `thread${s.turn === Math.floor(i / block) ? ' now' : ''}`}), word(middle(i), threads + 4, i % block, 'small'));
    }
    for (const [who, place, write, value, , should] of s.events) {
      const wrong = should !== undefined;
      if (place >= elements) shapes.push(arrow(middle(who), threads + 10, middle(place - elements), below - 3, 'mark'));
      else if (write) shapes.push(arrow(middle(who), threads - 10, middle(place), top + high + 3, 'mark'));
      else if (place !== who || s.done[s.turn] === parts) {
        shapes.push(arrow(middle(place), top + high + 3, middle(who), threads - 12, wrong ? 'wrong' : 'plain'));
        if (wrong) shapes.push(word(middle(who), threads - 38, value, `${small} wrong halo`), word(middle(who), threads - 25, not + should, `${small} wrong halo`));
      }
    }
    stage.replaceChildren(picture(width, below + high + 26, ...shapes));

    const lit = new Set(s.events.map((e) => e[4]));
    code.replaceChildren(...lines.map(([number, text]) => element('span', {class: lit.has(number) ? 'lit' : ''}, `${String(number).padStart(3)}  ${text}\n`)));
    run.forEach((b, i) => (b.disabled = s.done[i] === parts));
    back.disabled = again.disabled = !path.length;
    follow.hidden = order === 'own';
    follow.disabled = s.done[0] + s.done[1] === 2 * parts;
    all.disabled = order !== 'own' && follow.disabled;
    all.textContent = order === 'own' ? 'All turns, at random' : `All turns of ${order}`;
    keepFocus(host, focused);
    said.textContent = words(s);
  }

  function words(s) {
    if (s.turn === null) return `Nothing has run yet. Both blocks are on the device. ${order === 'own' ? 'You decide which block goes on to its next barrier: run one.' : `Now ${order} decides which one goes on to its next barrier: press Next turn.`}`;
    const reads = s.events.filter((e) => !e[2]), wrong = reads.filter((e) => e.length > 5).sort((a, b) => a[0] - b[0]), writes = s.events.filter((e) => e[2] && e[1] < elements);
    const text = [`Turn ${path.length}: block ${s.turn} runs its part ${s.done[s.turn]} of ${parts}.`];
    if (!s.events.length) text.push('None of its threads has an element that far to the left, so the block only reaches its barrier.');
    else if (s.done[s.turn] === parts) text.push('Each thread subtracts its own element and writes d_cdf.');
    else if (writes.length) text.push(`It writes ${[...writes].sort((a, b) => a[1] - b[1]).map((e) => e[3]).join(', ')}.`);
    else text.push('Its threads read.');
    for (const [who, place, , value, line, should] of wrong)
      text.push(`Wrong: thread ${who % block} reads d_bins[${place}] in line ${line} and finds ${value}; kept in step it would find ${should}.`);
    if (s.done[0] + s.done[1] === 2 * parts) {
      const bad = s.cdf.flatMap((v, i) => (v === trace.right[i] ? [] : [i]));
      text.push(bad.length ? `Both blocks have ended. Wrong sums: element${bad.length > 1 ? 's' : ''} ${bad.join(', ')}.` : 'Both blocks have ended, and all sums are right, but only by luck: there is still a race.');
    }
    return text.join(' ');
  }

  // Runs the rest by the schedule, or all turns from the beginning at random.
  const all = button('', () => {
    if (order === 'own') reset();
    while (now().done[0] + now().done[1] < 2 * parts) {
      const {done} = now();
      const turn = order !== 'own' ? orders[order](done) : done[0] === parts ? 1 : done[1] === parts ? 0 : Math.floor(Math.random() * 2);
      path.push(turn);
      kept.push(after(now(), turn));
    }
    draw();
  });
  host.append(
    element('p', {class: 'title'}, 'Be the scheduler: which block goes on?'),
    element('div', {class: 'controls'},
      choice('Schedule', [['own', 'yours'], ['lockstep', 'lockstep'], ['fifo', 'fifo'], ['reverse', 'reverse']], order, (value) => { order = value; reset(); draw(); }),
      follow, ...run, back, again, all),
    element('div', {class: 'controls'}, element('label', {}, 'Or type the turns ', typed), button('Run these', playTyped)),
    complaint, stage, said, code,
    element('p', {class: 'note'}, `Each turn is one that the simulated device has run: ${trace.runs} runs of the lab's kernel cover every order in which these two blocks can reach their barriers. Its checkers report the race in all of them. A read or a stored value is marked wrong if it differs from the value under lockstep; a stored value stays marked until a right one replaces it. Keys: left arrow goes back, 0 and 1 run a block.`));
  host.addEventListener('keydown', (event) => {
    if (/^(input|select)$/i.test(event.target.tagName)) return;
    if (event.key === '0' || event.key === '1') take(Number(event.key));
    else if (event.key === 'ArrowLeft') undo();
    else if (event.key === 'ArrowRight' && order !== 'own' && !follow.disabled) take(orders[order](now().done));
    else return;
    event.preventDefault();
  });
  reset();
  new ResizeObserver(() => draw()).observe(stage);
};
