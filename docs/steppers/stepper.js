// SPDX-License-Identifier: Apache-2.0
// What the steppers share: drawing, buttons, text for screen readers. Plain scripts also work in a page that is opened as a file.
'use strict';

const steppers = {kinds: {}, traces: {}};

// NAME.trace.js calls this.
function stepperTrace(name, trace) {
  steppers.traces[name] = trace;
}

// element('button', {type: 'button', onclick: f}, 'Next', child, …)
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// The text below has the same content, so a screen reader skips the drawing.
function picture(width, height, ...shapes) {
  const heads = svg('defs', {}, ...['plain', 'mark', 'wrong'].map((kind) =>
    svg('marker', {id: `stepper-${kind}`, viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: 'userSpaceOnUse', orient: 'auto'},
      svg('path', {d: 'M0,0.5 L8,4 L0,7.5 z', class: `head ${kind}`}))));
  return svg('svg', {viewBox: `0 0 ${width} ${height}`, class: 'stage', 'aria-hidden': 'true', style: `max-width:${width}px`}, heads, ...shapes);
}

function word(x, y, text, kind = '', anchor = 'middle') {
  return svg('text', {x, y, class: kind, 'text-anchor': anchor}, String(text));
}

function box(x, y, width, height, text, kind = '') {
  return svg('g', {class: `box ${kind}`}, svg('rect', {x, y, width, height, rx: 4}), word(x + width / 2, y + height / 2 + 5, text));
}

function arrow(x1, y1, x2, y2, kind = 'plain') {
  const middle = (y1 + y2) / 2;
  return svg('path', {d: `M${x1},${y1} C${x1},${middle} ${x2},${middle} ${x2},${y2}`, class: `arrow ${kind}`, 'marker-end': `url(#stepper-${kind})`});
}

function choice(label, options, chosen, changed) {
  const select = element('select', {onchange: () => changed(select.value)}, ...options.map(([value, text]) => element('option', {value}, text)));
  select.value = chosen;
  return element('label', {}, `${label} `, select);
}

function slider(label, least, most, value, changed) {
  const shown = element('output', {}, String(value));
  const range = element('input', {type: 'range', min: least, max: most, step: 1, value, oninput: () => {
    shown.textContent = range.value;
    changed(Number(range.value));
  }});
  const made = element('label', {class: 'slider'}, `${label} `, range, shown);
  made.set = (number) => {
    range.value = number;
    shown.textContent = range.value;
  };
  return made;
}

function button(text, clicked, more = {}) {
  return element('button', {type: 'button', onclick: clicked, ...more}, text);
}

// If the focused button gets disabled, the focus moves to the next enabled one.
function keepFocus(host, focused) {
  if (!focused?.disabled || !host.contains(focused)) return;
  host.querySelector('.controls button:not(:disabled, [hidden]), .transport button:not(:disabled)')?.focus();
}

// For an invalid text, the field says why, and nothing else changes.
function numberField(label, least, most, value, changed) {
  const complaint = element('span', {class: 'complaint', role: 'alert'});
  const field = element('input', {type: 'text', inputmode: 'numeric', value, size: 6, oninput: () => {
    const number = Number(field.value);
    const good = /^\s*\d+\s*$/.test(field.value) && number >= least && number <= most;
    field.setAttribute('aria-invalid', String(!good));
    complaint.textContent = good ? '' : `a whole number from ${least} to ${most}, please`;
    if (good) changed(number);
  }});
  const made = element('label', {}, `${label} `, field, complaint);
  made.set = (number) => {
    field.value = number;
    field.setAttribute('aria-invalid', 'false');
    complaint.textContent = '';
  };
  return made;
}

// Draws again when `stage` gets another width.
function redrawWith(stage, draw) {
  let width = stage.clientWidth;
  new ResizeObserver(() => {
    if (stage.clientWidth === width) return;
    width = stage.clientWidth;
    draw();
  }).observe(stage);
}

// Frames with buttons and a slider; arrow keys, Home and End work anywhere in the stepper. `show(number)` draws a frame
// and returns a description. Play shows one frame every `pause` ms.
function frames(host, show, pause = 1200) {
  const said = element('p', {class: 'said', role: 'status', 'aria-live': 'polite'});
  const back = button('Back', () => go(at - 1)), next = button('Next', () => go(at + 1)), play = button('Play', () => toggle());
  const range = element('input', {type: 'range', min: 0, max: 0, value: 0, 'aria-label': 'Step', oninput: () => go(Number(range.value))});
  const count = element('span', {class: 'count'});
  const bar = element('div', {class: 'transport'}, back, next, play, range, count);
  let at = 0, last = 0, timer = 0;

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = 'Play';
  }
  function toggle() {
    if (timer) return stop();
    if (at === last) go(0);
    play.textContent = 'Pause';
    timer = setInterval(() => (at < last ? go(at + 1, true) : stop()), pause);
  }
  function go(number, playing = false) {
    if (timer && !playing) stop();
    const focused = document.activeElement;
    at = Math.max(0, Math.min(last, number));
    range.value = at;
    range.setAttribute('aria-valuetext', `step ${at} of ${last}`);
    count.textContent = `${at} / ${last}`;
    back.disabled = at === 0;
    next.disabled = at === last;
    keepFocus(host, focused);
    said.textContent = show(at);
  }
  host.addEventListener('keydown', (event) => {
    if (/^(input|select|textarea)$/i.test(event.target.tagName)) return;
    const to = {ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last}[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(to);
  });
  return {bar, said, again: () => show(at), start(number, first = 0) {
    stop();
    last = number - 1;
    range.max = last;
    go(first);
  }};
}

document.addEventListener('DOMContentLoaded', () => {
  for (const host of document.querySelectorAll('.stepper[data-kind]')) {
    const {kind} = host.dataset;
    const make = steppers.kinds[kind], trace = steppers.traces[kind];
    if (!make || !trace) {
      host.replaceChildren(element('p', {}, 'This figure cannot be animated, because its trace is missing. The drawing above shows one of its states.'));
      continue;
    }
    host.replaceChildren();
    make(host, trace);
    host.classList.add('ready');
  }
});
