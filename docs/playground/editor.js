// SPDX-License-Identifier: Apache-2.0
// The editor of one program: text, Run, Stop, Reset, Share; the compiler's messages and the checkers' findings at their lines.
import {EditorView, basicSetup} from 'codemirror';
import {EditorState, StateField} from '@codemirror/state';
import {Decoration, keymap} from '@codemirror/view';
import {HighlightStyle, indentUnit, syntaxHighlighting} from '@codemirror/language';
import {cpp} from '@codemirror/lang-cpp';
import {lintGutter, setDiagnostics} from '@codemirror/lint';
import {tags} from '@lezer/highlight';
import {reportOf} from './findings.js';

const kSeconds = 10;           // that a program may run
const kMostText = 200 * 1024;  // characters of a program
const here = new URL('.', import.meta.url);

// ---- the two workers ----

// The compiling worker is created at the first Edit and lives as long as the page.
let compiler = null, runtime = null, jobs = new Map(), listeners = new Set(), state = {loading: {done: 0, total: 1, what: 'Loading the compiler'}};
function startCompiler() {
  if (compiler) return;
  compiler = new Worker(new URL('compiler.js', here), {type: 'module'});
  compiler.onmessage = ({data}) => {
    if ('id' in data) {
      jobs.get(data.id)?.(data);
      jobs.delete(data.id);
      return;
    }
    if (data.ready) runtime = data.runtime;
    state = data;
    for (const listener of listeners) listener(data);
  };
  compiler.onerror = (event) => {
    state = {broken: event.message ?? 'its worker could not be started'};
    for (const listener of listeners) listener(state);
  };
}
const ready = () => new Promise((resolve, reject) => {
  const look = (now) => {
    if (!now.ready && !now.broken) return;
    listeners.delete(look);
    if (now.ready) resolve();
    else reject(new Error(now.broken));
  };
  listeners.add(look);
  look(state);
});
let jobNumber = 0;
const compile = (job) => new Promise((resolve) => {
  const id = ++jobNumber;
  jobs.set(id, resolve);
  compiler.postMessage({id, ...job});
});

// Ends by itself, after kSeconds, or when `stop` is called: {status, report} or {crash} or {stopped}.
function start(made, environment, onOutput) {
  const worker = new Worker(new URL('runner.js', here), {type: 'module'});
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  const timer = setTimeout(() => end({stopped: `It ran for ${kSeconds} s, and was stopped.`}), kSeconds * 1000);
  worker.onmessage = ({data}) => ('output' in data ? onOutput(data) : end(data));
  worker.onerror = (event) => end({crash: event.message ?? 'its worker could not be started'});
  worker.postMessage({runtime, program: made.program, places: made.places, environment});
  return {
    stop: () => end({stopped: 'You stopped it.'}),
    ended: ended.finally(() => {
      clearTimeout(timer);
      worker.terminate();
    }),
  };
}

// ---- the texts ----

let workbook = null;
async function texts() {
  workbook ??= fetch(new URL('workbook.json', here)).then((response) => {
    if (!response.ok) throw new Error(`workbook.json is not on this site (${response.status})`);
    return response.json();
  });
  return workbook;
}
const key = (name) => `playground: ${name}`;
function kept(name) {
  try {
    return localStorage.getItem(key(name));
  } catch {
    return null;
  }
}
function keep(name, text) {
  try {
    if (text === null) localStorage.removeItem(key(name));
    else localStorage.setItem(key(name), text);
  } catch {
    // Without storage, a text lives as long as its page.
  }
}

async function through(stream, bytes) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
async function asFragment(text) {
  const packed = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(text));
  return btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
async function fromFragment(packed) {
  const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
  return new TextDecoder('utf-8', {fatal: true}).decode(await through(new DecompressionStream('deflate-raw'), bytes));
}

// ---- the look ----

const colours = HighlightStyle.define([
  {tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--fragment-keyword)'},
  {tag: [tags.typeName, tags.standard(tags.typeName)], color: 'var(--fragment-keywordtype)'},
  {tag: [tags.controlKeyword], color: 'var(--fragment-keywordflow)'},
  {tag: [tags.string, tags.character, tags.number], color: 'var(--fragment-token)'},
  {tag: [tags.comment], color: 'var(--fragment-comment)'},
  {tag: [tags.processingInstruction, tags.meta], color: 'var(--fragment-preprocessor)'},
]);

// CUDA's own words, which a C++ grammar takes for names.
const kCuda = /\b(__(?:global|device|host|shared|constant|managed|launch_bounds|restrict|syncthreads|syncwarp|threadfence(?:_block)?)__?|__sync(?:threads|warp)|__threadfence|threadIdx|blockIdx|blockDim|gridDim|warpSize)\b|<<<|>>>/g;
const cudaWord = Decoration.mark({class: 'cuda'});
function cudaWords(text) {
  const found = [];
  for (const match of text.matchAll(kCuda)) found.push(cudaWord.range(match.index, match.index + match[0].length));
  return Decoration.set(found);
}
const cuda = StateField.define({
  create: (state) => cudaWords(state.doc.toString()),
  update: (marks, change) => (change.docChanged ? cudaWords(change.state.doc.toString()) : marks),
  provide: (field) => EditorView.decorations.from(field),
});

const element = (name, attributes = {}, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};

// ---- one editor ----

export async function open(place) {
  const name = place.dataset.program;
  const {programs, files} = await texts();
  const original = programs[name];
  if (original === undefined) throw new Error(`${name} is not among the programs of this site`);
  const lab = place.dataset.folder;
  let begin = kept(name) ?? original;
  const fragment = new URLSearchParams(location.hash.slice(1));
  let complaint = '';
  if (fragment.get('edit') === name && fragment.get('text')) {
    begin = await fromFragment(fragment.get('text')).catch(() => {
      complaint = 'The text in this link is damaged, so this is the program as the chapter has it.';
      return original;
    });
  }

  const button = (text, action, attributes = {}) => {
    const made = element('button', {type: 'button', textContent: text, ...attributes});
    made.addEventListener('click', action);
    return made;
  };
  const said = element('p', {className: 'said'});
  said.setAttribute('role', 'status');
  const bar = element('progress', {max: 1, value: 0});
  bar.setAttribute('aria-label', 'Loading the compiler');
  const output = element('pre', {className: 'output', hidden: true, tabIndex: 0});
  output.setAttribute('aria-label', 'What the program prints');
  const findings = element('div', {className: 'findings'});
  const order = element('select', {}, ...['as --check chooses', 'fifo', 'reverse', 'lockstep', 'random:1', 'random:2'].map((text, i) => element('option', {value: i ? text : '', textContent: text})));

  const view = new EditorView({
    parent: element('div', {className: 'text'}),
    state: EditorState.create({
      doc: begin,
      extensions: [
        basicSetup, cpp(), cuda, syntaxHighlighting(colours), lintGutter(), indentUnit.of('  '),
        keymap.of([{key: 'Mod-Enter', run: () => (run(), true)}]),
        EditorView.contentAttributes.of({'aria-label': `The text of ${name}`}),
        EditorView.updateListener.of((update) => update.docChanged && keep(name, view.state.doc.toString() === original ? null : view.state.doc.toString())),
      ],
    }),
  });
  const text = () => view.state.doc.toString();
  const show = (messages) => {
    const doc = view.state.doc;
    view.dispatch(setDiagnostics(view.state, messages.filter(({line}) => line >= 1 && line <= doc.lines).map(({line, column, kind, text: message}) => {
      const at = doc.line(line), from = Math.min(at.from + Math.max(0, (column ?? 1) - 1), at.to);
      return {from: column ? from : at.from, to: at.to, severity: kind, message};
    })));
  };
  const goTo = (line) => {
    const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
    view.dispatch({selection: {anchor: at.from}, scrollIntoView: true});
    view.focus();
  };

  let running = null;
  const runButton = button('Run', () => run());
  const stopButton = button('Stop', () => running?.stop(), {disabled: true});
  async function run() {
    if (runButton.disabled) return;
    const now = text();
    output.hidden = true;
    output.textContent = '';
    findings.replaceChildren();
    show([]);
    if (now.length > kMostText) {
      said.textContent = `The text has ${now.length} characters, and at most ${kMostText} are compiled.`;
      return;
    }
    runButton.disabled = true;
    const began = performance.now();
    try {
      if (!state.ready) said.textContent = 'The program runs as soon as the compiler is loaded.';
      await ready();
      said.textContent = 'Compiling …';
      const compileBegan = performance.now();
      const made = await compile({name, text: now, files, folders: ['.', 'common', `labs/${lab}`]});
      if (made.broken) throw new Error(made.broken);
      if (made.messages) {
        show(made.messages);
        const [first] = made.messages.filter(({kind}) => kind === 'error');
        said.textContent = first ? `It doesn't compile. ${first.file === name ? `Line ${first.line}` : `${first.file}, line ${first.line}`}: ${first.text}` : "It doesn't compile.";
        return;
      }
      const compiled = performance.now() - compileBegan;
      said.textContent = 'Running …';
      stopButton.disabled = false;
      const environment = order.value ? {SIMCU_SCHEDULE: order.value} : {};
      running = start(made, environment, ({output: piece, isError}) => {
        output.hidden = false;
        output.append(isError ? element('span', {className: 'error', textContent: piece}) : piece);
      });
      const ended = await running.ended;
      const report = reportOf(ended.report, name, goTo);
      findings.replaceChildren(...report.elements);
      show([...made.warnings, ...report.marks]);
      said.textContent = [ended.stopped ?? ended.crash ?? report.sentence(ended.status),
        `(${(compiled / 1000).toFixed(1)} s to compile, ${((performance.now() - began) / 1000).toFixed(1)} s in all.)`].join(' ');
      place.dataset.times = JSON.stringify({...made.times, all: Math.round(performance.now() - began)});
    } catch (error) {
      said.textContent = `The program could not be run: ${error.message}`;
    } finally {
      running = null;
      runButton.disabled = false;
      stopButton.disabled = true;
      place.dataset.runs = Number(place.dataset.runs ?? 0) + 1;
    }
  }
  const reset = () => {
    view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: original}});
    show([]);
    findings.replaceChildren();
    output.hidden = true;
    said.textContent = 'This is the program as the chapter has it.';
  };
  const share = async () => {
    const address = new URL(location.href);
    address.hash = new URLSearchParams({edit: name, text: await asFragment(text())});
    history.replaceState(null, '', address);
    const copied = await navigator.clipboard?.writeText(address.href).then(() => true, () => false);
    said.textContent = copied ? 'The link with this text has been copied.' : "The page's address is now the link with this text.";
  };

  const label = element('label', {textContent: 'Order of the blocks: '}, order);
  const bars = element('div', {className: 'bar'}, runButton, stopButton, button('Reset', reset), button('Share', share), label);
  place.replaceChildren(view.dom.parentNode ?? view.dom, bars, bar, said, output, findings);
  place.classList.add('opened');

  const progress = (now) => {
    bar.hidden = !now.loading;
    if (now.loading) bar.value = now.loading.done / now.loading.total;
    if (now.loading && !runButton.disabled) said.textContent = complaint || `${now.loading.what}: ${Math.round(now.loading.done / 1e6)} of ${Math.round(now.loading.total / 1e6)} MB`;
    if (now.ready && !runButton.disabled) said.textContent = complaint || 'Ready. Ctrl+Enter also runs the program.';
    if (now.broken) said.textContent = `The compiler could not be loaded: ${now.broken}`;
  };
  listeners.add(progress);
  startCompiler();
  progress(state);
}
