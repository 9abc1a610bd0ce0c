// SPDX-License-Identifier: Apache-2.0
// Turns a reader's CUDA program into a WebAssembly module that machine.js runs. The steps are those of simcu's driver:
// preprocess, translate, compile with -fsanitize=thread. One step is added: places.js marks calls.
import {addFile, language, llvm, treeOf} from './llvm.js';
import {markPlaces} from './places.js';

// The page's C library does not know caches: sysconf() refuses these names.
const caches = ['LEVEL1_DCACHE_SIZE=188', 'LEVEL1_DCACHE_LINESIZE=190', 'LEVEL2_CACHE_SIZE=191', 'LEVEL3_CACHE_SIZE=194'].map((name) => `-D_SC_${name}`);
const cuda = [...language, ...caches, '-D__CUDACC__', '-D__CUDA_ARCH__=900', '-D__SIMCU__=1', '-O1', '-fno-builtin', '-fsanitize=thread', '-fvisibility=hidden', '-mrelocation-model', 'pic',
              '-pic-level', '2', '-debug-info-kind=line-tables-only', '-dwarf-version=4'];
// The access callbacks of `simcu --check` (common/simcu/driver/compile.cpp gives the reasons).
const checked = ['-fno-unroll-loops', ...['tsan-instrument-read-before-write=1', 'tsan-distinguish-volatile=1', 'tsan-instrument-func-entry-exit=0', 'sink-common-insts=0',
  'hoist-common-insts=0'].flatMap((flag) => ['-mllvm', `-${flag}`])];
// The functions that count steps, for the budgets of a lab's tests.
const steps = ['-fsanitize-coverage-type=3', '-fsanitize-coverage-trace-pc'];

// These headers are read only once, as a precompiled header. Otherwise they would take most of a small program's compile
// time.
const precompiled = ['cuda_runtime.h', 'algorithm', 'cmath', 'cstdint', 'cstdio', 'cstdlib', 'cstring', 'numeric', 'string', 'vector'];
const kAll = 'all.h', kPrecompiled = 'all.pch';
const allText = precompiled.map((name) => `#include <${name}>\n`).join('');

// A C++ function's name without its types: lab::sort for _ZN3lab4sortIjEvv.
function readable(name) {
  const names = [];
  let rest = name.replace(/^_ZN?K?/, ''), size;
  while ((size = /^\d+/.exec(rest)?.[0])) {
    names.push(rest.slice(size.length, size.length + Number(size)));
    rest = rest.slice(size.length + Number(size));
  }
  return names.join('::') || name;
}

// The imports of translate.wasm, which throws only if it has a bug.
export const translatorImports = {
  wasi_snapshot_preview1: new Proxy({}, {get: () => () => 58}),
  page: {threw: () => { throw new Error('the translator failed'); }},
};

export class CompileError extends Error {
  constructor(messages) {
    super(messages.map(({text}) => text).join('\n'));
    this.messages = messages;
  }
}

// Parses a compiler's messages: [{file, line, column, kind, text}]. Notes and code belong to the message before them.
export function messagesOf(text) {
  const found = [];
  for (const line of text.split('\n')) {
    const parts = /^([^:\s]+):(\d+):(?:(\d+):)? (fatal error|error|warning): (.*)$/.exec(line);
    if (parts) found.push({file: parts[1], line: Number(parts[2]), column: Number(parts[3] ?? 1), kind: parts[4].replace('fatal ', ''), text: parts[5]});
  }
  return found;
}

export class Toolchain {
  // `run` is runLLVM of @yowasp/clang, and `translator` an instance of translate.wasm.
  // `headers`, {path: text}, is simcu's include folder. `prepared`, {macros, covered}, is the result of prepare().
  // `header` is the precompiled header, if there is one already.
  // `runtime` is the module with which programs are linked.
  constructor({run, translator, headers, prepared, header, runtime}) {
    Object.assign(this, {run, prepared, header});
    this.provided = new Set(runtime && WebAssembly.Module.exports(runtime).map(({name}) => name));
    this.translator = translator.exports;
    this.translator.__wasm_call_ctors();
    this.simcu = treeOf(headers);
    if (prepared) {
      const empty = Object.fromEntries(prepared.covered.filter((path) => path in headers).map((path) => [path, '']));
      this.hollow = treeOf({...headers, ...empty});  // for the preprocessor; headers in the precompiled header are empty here
    }
  }

  // Returns the macros that the precompiled header defines, and the files that it includes.
  async prepare() {
    const files = {...this.simcu, [kAll]: allText};
    const macros = await llvm(this.run, ['clang++', '-cc1', ...cuda, '-w', '-E', '-dM', '-o', '-', '-x', 'c++', kAll], files);
    const read = await llvm(this.run, ['clang++', '-cc1', ...cuda, '-w', '-Eonly', '-sys-header-deps', '-dependency-file', 'all.d', '-MT', 'x', '-x', 'c++', kAll], files);
    if (macros.failed || read.failed) throw new Error(macros.errors + read.errors);
    const names = new TextDecoder().decode(read.files['all.d']).replace(/\\\n/g, ' ').split(/\s+/).filter((name) => name.startsWith('/'));
    return {macros: macros.out, covered: names};
  }

  async precompile() {
    const made = await llvm(this.run, ['clang++', '-cc1', ...cuda, ...checked, '-w', '-fpch-instantiate-templates', '-emit-pch', '-x', 'c++-header', '-o', '-', kAll], {...this.simcu, [kAll]: allText});
    if (made.failed) throw new Error(made.errors);
    return (this.header = made.bytes);
  }

  // Returns {name, object: bytes, warnings}, or throws a CompileError. `files`: what the text can include, {path: text}; `folders`:
  // where it searches; `counted`: whether its steps are counted.
  async compile(name, text, {files = {}, folders = [], counted = false} = {}, lap = () => {}) {
    const others = treeOf(files), searched = folders.flatMap((folder) => ['-I', folder]);
    const parts = {...others};
    addFile(parts, name, text);
    let done = await llvm(this.run, ['clang++', '-cc1', ...cuda, ...searched, '-E', '-undef', '-imacros', 'macros.h', '-x', 'c++', '-o', '-', name],
                          {...parts, ...this.hollow, 'macros.h': this.prepared.macros});
    if (done.failed) throw new CompileError(messagesOf(done.errors));
    lap('preprocess');
    const translated = this.translate(done.out);
    lap('translate');
    done = await llvm(this.run, ['clang++', '-cc1', ...cuda, ...checked, ...(counted ? steps : []), '-Wall', '-include-pch', kPrecompiled, '-fno-validate-pch', '-emit-obj', '-x', 'c++-cpp-output',
      '-o', '-', 'program.ii'], {...this.simcu, [kAll]: allText, [kPrecompiled]: this.header, 'program.ii': translated});
    const messages = messagesOf(done.errors);
    if (done.failed) throw new CompileError(messages.length ? messages : [{file: name, line: 1, column: 1, kind: 'error', text: done.errors.slice(0, 500)}]);
    lap('compile');
    return {name, object: done.bytes, warnings: messages};
  }

  // Links what compile() returned with other objects, and returns {program: a module, places}. Throws a CompileError if a function
  // or variable is not defined.
  async link({name, object}, others = [], lap = () => {}) {
    const files = Object.fromEntries([...others, object].map((part, i) => [`part${i}.o`, part]));
    const linked = await llvm(this.run, ['wasm-ld', ...Object.keys(files), '-shared', '--experimental-pic', '--unresolved-symbols=import-dynamic', '--export-all',
      '-o', 'program.wasm'], files);
    if (linked.failed) throw new Error(linked.errors);
    lap('link');
    const {bytes, places, uses} = markPlaces(linked.files['program.wasm'], (file) => !file.startsWith('/'));
    const program = await WebAssembly.compile(bytes);
    lap('mark places');
    const imports = WebAssembly.Module.imports(program), own = new Set(WebAssembly.Module.exports(program).map(({name: symbol}) => symbol));
    const missing = imports.filter(({module: from, name: symbol, kind}) => (kind === 'function' || from.startsWith('GOT')) && !own.has(symbol) && !this.provided.has(symbol));
    if (missing.length) throw new CompileError(missing.map(({name: symbol}) => ({file: name, line: 1, column: 1, ...uses[symbol], kind: 'error', text: `'${readable(symbol)}' is used, but not defined`})));
    return {program, places};
  }

  translate(text) {
    const {translator} = this, bytes = new TextEncoder().encode(text);
    const at = translator.make_room(bytes.length);
    new Uint8Array(translator.memory.buffer, at, bytes.length).set(bytes);
    const good = translator.translate(at, bytes.length);
    const answer = new TextDecoder().decode(new Uint8Array(translator.memory.buffer, translator.answer_begin(), translator.answer_bytes()));
    if (!good) throw new CompileError(messagesOf(answer));
    return answer;
  }
}
