// SPDX-License-Identifier: Apache-2.0
// The editor of one text: Run, Stop, Reset and Share, with the compiler's messages and a run's findings at their lines.
// What is run, and how, is in program.js for a chapter's program, and in exercise.js for a lab's file.
import {EditorView, basicSetup} from 'codemirror';
import {EditorState, StateField} from '@codemirror/state';
import {Decoration, keymap} from '@codemirror/view';
import {HighlightStyle, indentUnit, syntaxHighlighting} from '@codemirror/language';
import {cpp} from '@codemirror/lang-cpp';
import {lintGutter, setDiagnostics} from '@codemirror/lint';
import {tags} from '@lezer/highlight';
import {element} from './findings.js';
import {exercise} from './exercise.js';
import {program} from './program.js';
import {compile, compilerReady, startCompiler} from './workers.js';

const kMostText = 200 * 1024;  // the most characters of a program
const kPauseMs = 700;          // a text that has not changed for this long is compiled before the reader presses Run

// ---- the texts ----

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
    // Without storage, a text lives only as long as its page.
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

// CUDA's keywords and built-in names, which a C++ grammar treats as other names.
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

// ---- one editor ----

export async function open(place) {
  const kind = await (place.dataset.lab ? exercise(place) : program(place));
  const {name, path, original} = kind;
  let begin = kept(name) ?? original;
  const shared = () => {
    const fragment = new URLSearchParams(location.hash.slice(1));
    return fragment.get('edit') === name ? fragment.get('text') : null;
  };
  let notice = '';
  if (shared()) {
    const own = kept(name);
    begin = await fromFragment(shared()).catch(() => null);
    if (begin === null) notice = 'The text in this link is damaged, so this is the original text from the workbook.';
    else if (own !== null && own !== begin) notice = 'This text comes from the link. If you change it, it replaces the text that you typed here before.';
    begin ??= original;
  }
  const setFragment = (parts) => {
    const address = new URL(location.href);
    address.hash = new URLSearchParams({edit: name, ...parts});
    history.replaceState(null, '', address);
    return address.href;
  };

  const button = (text, action, attributes = {}) => {
    const made = element('button', {type: 'button', textContent: text, ...attributes});
    made.addEventListener('click', action);
    return made;
  };
  const said = element('p', {className: 'said'});
  said.setAttribute('role', 'status');
  const bar = element('progress', {max: 1, value: 0});
  bar.setAttribute('aria-label', 'Loading the compiler');
  const results = element('div', {className: 'results'});

  const view = new EditorView({
    parent: element('div', {className: 'text'}),
    state: EditorState.create({
      doc: begin,
      extensions: [
        keymap.of([{key: 'Mod-Enter', run: () => (run(), true)}]),  // before basicSetup, which inserts a line
        basicSetup, cpp(), cuda, syntaxHighlighting(colours), lintGutter(), indentUnit.of('  '),
        EditorView.contentAttributes.of({'aria-label': `The text of ${path}`}),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return;
          keep(name, text() === original ? null : text());
          if (shared()) setFragment({});  // so that a reload shows the kept text
          clearTimeout(pause);
          pause = setTimeout(compileEarly, kPauseMs);
        }),
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
  const startOf = (line) => view.state.doc.line(Math.min(line, view.state.doc.lines)).from;
  const goTo = (line) => {
    view.dispatch({selection: {anchor: startOf(line)}, effects: EditorView.scrollIntoView(startOf(line), {y: 'center'})});
    view.dom.scrollIntoView({block: 'nearest'});  // CodeMirror would leave the line below the page's own bar
    view.focus();
  };
  // Leaves the page and the focus where they are: a reader may be moving through a list with the arrow keys.
  const showLine = (line) => {
    view.dispatch({selection: {anchor: startOf(line)}});
    view.scrollDOM.scrollTop = view.lineBlockAt(startOf(line)).top;
  };

  let running = null, was = {}, last = {}, pause;
  // A text is compiled once, so another order of the blocks needs only a run.
  const compiled = (now) => {
    if (last.text !== now) last = {text: now, made: compile({name: path, text: now, files: kind.files, folders: kind.folders, with: kind.with})};
    return last.made;
  };
  const compileEarly = () => was.ready && text().length <= kMostText && compiled(text());
  const runButton = button('Run', () => run());
  const stopButton = button('Stop', () => running?.stop(), {disabled: true});
  const say = (words) => (said.textContent = words);
  async function run() {
    if (runButton.disabled) return;
    const now = text();
    results.replaceChildren();
    show([]);
    runButton.disabled = true;
    const began = performance.now();
    try {
      if (now.length > kMostText) return say(`The text has ${now.length} characters, and at most ${kMostText} are compiled.`);
      if (!was.ready) say('The program runs as soon as the compiler is loaded.');
      const {runtime} = await compilerReady();
      say('Compiling …');
      const compileBegan = performance.now();
      const made = await compiled(now);
      if (made.broken) {
        last = {};
        throw new Error(made.broken);
      }
      if (made.messages) {
        show(made.messages.filter(({file}) => file === path));
        const [first] = made.messages.filter(({kind: how}) => how === 'error');
        say(first ? `It doesn't compile. ${first.file === path ? `Line ${first.line}` : `${first.file}, line ${first.line}`}: ${first.text}` : "It doesn't compile.");
        return;
      }
      const waited = performance.now() - compileBegan;
      say('Running …');
      stopButton.disabled = false;
      const {sentence, marks, more} = await kind.run({...made, runtime, text: now}, {
        say, results, goTo, started: (handle) => (running = handle),
      });
      show([...made.warnings.filter(({file}) => file === path), ...marks]);
      say(`${sentence} (${(waited / 1000).toFixed(1)} s to compile, ${((performance.now() - began) / 1000).toFixed(1)} s in all.)`);
      place.dataset.times = JSON.stringify({...made.times, all: Math.round(performance.now() - began)});
      await more?.();
    } catch (error) {
      say(`The program could not be run: ${error.message}`);
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
    results.replaceChildren();
    say(kind.fresh);
  };
  const share = async () => {
    const address = setFragment({text: await asFragment(text())});
    const copied = await navigator.clipboard?.writeText(address).then(() => true, () => false);
    said.textContent = copied ? 'The link with this text has been copied.' : "The page's address is now the link with this text.";
  };

  const bars = element('div', {className: 'bar'}, runButton, stopButton, button('Reset', reset), button('Share', share), ...kind.controls(text, showLine));
  place.replaceChildren(view.dom.parentNode ?? view.dom, bars, bar, said, results);
  place.classList.add('opened', 'broad');
  place.scrollIntoView({block: 'nearest'});

  startCompiler((now) => {
    was = now;
    bar.hidden = !now.loading;
    if (now.loading) bar.value = now.loading.done / now.loading.total;
    if (now.loading && !runButton.disabled) say(notice || `${now.loading.what}: ${Math.round(now.loading.done / 1e6)} of ${Math.round(now.loading.total / 1e6)} MB`);
    if (now.ready && !runButton.disabled) say(notice || 'Ready. Ctrl+Enter also runs the program.');
    compileEarly();
    if (now.broken) say(`The compiler could not be loaded: ${now.broken}`);
  });
}
