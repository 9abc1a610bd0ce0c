// SPDX-License-Identifier: Apache-2.0
// Turns a reader's CUDA program into a WebAssembly module that machine.js runs. The steps are those of simcu's driver:
// preprocess, translate, compile with -fsanitize=thread. Two steps are added: places.js marks calls, and Asyncify lets fibers
// leave.
import {addFile, language, llvm, target, treeOf} from './llvm.js';
import {markPlaces} from './places.js';

// The page's C library does not know caches: sysconf() refuses these names.
const caches = ['LEVEL1_DCACHE_SIZE=188', 'LEVEL1_DCACHE_LINESIZE=190', 'LEVEL2_CACHE_SIZE=191', 'LEVEL3_CACHE_SIZE=194'].map((name) => `-D_SC_${name}`);
const cuda = [...language, ...caches, '-D__CUDACC__', '-D__CUDA_ARCH__=900', '-D__SIMCU__=1', '-O1', '-fno-builtin', '-fsanitize=thread', '-mrelocation-model', 'pic',
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

// Imports that never switch to another fiber. An access can switch: a thread that reads a flag yields to the thread that
// sets it.
const stays = /^(__ubsan|__sanitizer_cov|_ZNSt|_ZNKSt|mem|str)/;

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
  constructor({run, binaryen, translator, headers, prepared, header, runtime}) {
    Object.assign(this, {run, binaryen, prepared, header});
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

  // Returns {name, object: bytes, places, uses, warnings}, or throws a CompileError. `files`: what the text can include, {path: text};
  // `folders`: where it searches; `after`: the places of an object with which it will be linked.
  async compile(name, text, {files = {}, folders = [], after = null} = {}, lap = () => {}) {
    const others = treeOf(files), searched = folders.flatMap((folder) => ['-I', folder]);
    const isOwn = (file) => !file.startsWith('/') || file === name;
    const parts = {...others};
    addFile(parts, name, text);
    let done = await llvm(this.run, ['clang++', '-cc1', ...cuda, ...searched, '-E', '-undef', '-imacros', 'macros.h', '-x', 'c++', '-o', '-', name],
                          {...parts, ...this.hollow, 'macros.h': this.prepared.macros});
    if (done.failed) throw new CompileError(messagesOf(done.errors));
    lap('preprocess');
    const translated = this.translate(done.out);
    lap('translate');
    done = await llvm(this.run, ['clang++', '-cc1', ...cuda, ...checked, ...(after === null ? [] : steps), '-Wall', '-include-pch', kPrecompiled, '-fno-validate-pch', '-S', '-x', 'c++-cpp-output',
      '-o', '-', 'program.ii'], {...this.simcu, [kAll]: allText, [kPrecompiled]: this.header, 'program.ii': translated});
    const messages = messagesOf(done.errors);
    if (done.failed) throw new CompileError(messages.length ? messages : [{file: name, line: 1, column: 1, kind: 'error', text: done.errors.slice(0, 500)}]);
    lap('compile');
    const marked = markPlaces(done.out, isOwn, after ?? undefined);
    const assembled = await llvm(this.run, ['clang++', '-cc1as', ...target, '-mrelocation-model', 'pic', '-filetype', 'obj', '-o', 'program.o', 'program.s'],
                                 {'program.s': withoutLines(marked.text)});
    if (assembled.failed) throw new Error(assembled.errors);
    lap('assemble');
    return {name, object: assembled.files['program.o'], places: {files: marked.files, rows: marked.rows}, uses: marked.uses, warnings: messages};
  }

  // Links what compile() returned with other objects, and returns the program as bytes. Throws a CompileError if a function or
  // variable is not defined.
  async link({name, object, uses}, others = [], lap = () => {}) {
    const files = Object.fromEntries([...others, object].map((part, i) => [`part${i}.o`, part]));
    const linked = await llvm(this.run, ['wasm-ld', ...Object.keys(files), '-shared', '--experimental-pic', '--unresolved-symbols=import-dynamic', '--export-all',
      '-o', 'program.wasm'], files);
    if (linked.failed) throw new Error(linked.errors);
    lap('link');
    const bytes = linked.files['program.wasm'], module = await WebAssembly.compile(bytes);
    const imports = WebAssembly.Module.imports(module), own = new Set(WebAssembly.Module.exports(module).map(({name: symbol}) => symbol));
    const missing = imports.filter(({module: from, name: symbol, kind}) => (kind === 'function' || from.startsWith('GOT')) && !own.has(symbol) && !this.provided.has(symbol));
    if (missing.length) throw new CompileError(missing.map(({name: symbol}) => ({file: name, line: 1, column: 1, ...uses[symbol], kind: 'error', text: `'${readable(symbol)}' is used, but not defined`})));
    const program = this.asyncify(bytes, imports.filter(({kind}) => kind === 'function'));
    lap('asyncify');
    return program;
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

  // Changes the program so that a fiber can leave it and come back. The runtime keeps the state.
  asyncify(bytes, imports) {
    const {binaryen} = this;
    binaryen.setPassArgument('asyncify-export-globals', null);
    binaryen.setPassArgument('asyncify-import-globals', '1');
    binaryen.setPassArgument('asyncify-imports', imports.filter(({name}) => !stays.test(name)).map(({module, name}) => `${module}.${name}`).join(','));
    const module = binaryen.readBinary(bytes);
    try {
      module.runPasses(['asyncify']);
      return module.emitBinary();
    } finally {
      module.dispose();
    }
  }
}

// Removes debugging information, which is not needed because `places` has the lines.
const withoutLines = (text) => text.replace(/^\t\.(loc|file)\t.*\n/gm, '').replace(/^\t\.section\t\.debug[\s\S]*?(?=^\t\.section\t(?!\.debug))/gm, '');
