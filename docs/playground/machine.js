// SPDX-License-Identifier: Apache-2.0
// Runs a reader's program. simcu's runtime with its checkers is one WebAssembly module. The program is another module; like
// a shared library, it uses the runtime's memory, table and functions. JavaScript Promise Integration (JSPI) implements the
// fibers.
//   run(runtime, program, {environment, write, places}) -> promise of {status, report} or {crash}
// A lab's runner (grader/page/runner.cpp) is instead served call by call: grade.js makes its own Machine.

const kStack = 1 << 20;       // bytes of the host code's stack
const kContext = {stack: 0, entry: 4};  // wasm_context in common/simcu/wasm/wasi/boost/…/fcontext.hpp
// The checkers' replacements for the C library's functions that load and store, as in simcu's driver.
const replaced = new Set(['memcpy', 'memmove', 'memset', 'modf', 'modff', 'frexp', 'frexpf', 'remquo', 'remquof', 'sincos', 'sincosf', 'nan', 'nanf']);
const ours = (name) => (replaced.has(name) ? `simcu_check_${name}` : name);
const kBadFile = 8, kNotSupported = 58, kNoEntry = 44;  // WASI's errors

export class Ended extends Error {
  constructor(status) {
    super(`ended with ${status}`);
    this.status = status;
  }
}

// Thrown if the program threw a C++ object. Has the addresses of the object and of its std::type_info.
export class Threw extends Error {
  constructor(object, type) {
    super('a C++ exception');
    Object.assign(this, {object, type});
  }
}

// The parts of WASI that a program needs: it prints, reads its environment and the clock, ends, and writes one file.
class System {
  constructor(environment, write) {
    this.environment = Object.entries(environment).map(([name, value]) => new TextEncoder().encode(`${name}=${value}\0`));
    this.write = write;
    this.files = new Map();  // by descriptor
    this.written = {};       // by name
  }
  attach(memory) {
    this.memory = memory;
  }
  get view() {
    return new DataView(this.memory.buffer);
  }
  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }
  imports() {
    const text = new TextDecoder();
    const calls = {
      environ_sizes_get: (count, size) => {
        this.view.setUint32(count, this.environment.length, true);
        this.view.setUint32(size, this.environment.reduce((sum, one) => sum + one.length, 0), true);
        return 0;
      },
      environ_get: (list, at) => {
        for (const one of this.environment) {
          this.view.setUint32(list, at, true);
          this.bytes(at, one.length).set(one);
          list += 4, at += one.length;
        }
        return 0;
      },
      clock_time_get: (clock, precision, at) => {
        const ms = clock === 0 ? Date.now() : performance.now();
        this.view.setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
        return 0;
      },
      clock_res_get: (clock, at) => (this.view.setBigUint64(at, 1000000n, true), 0),
      random_get: (at, size) => (crypto.getRandomValues(this.bytes(at, size)), 0),
      proc_exit: (status) => {
        throw new Ended(status);
      },
      fd_write: (file, list, count, written) => {
        let sum = 0;
        for (let i = 0; i < count; ++i) {
          const piece = this.bytes(this.view.getUint32(list + 8 * i, true), this.view.getUint32(list + 8 * i + 4, true)).slice();
          sum += piece.length;
          if (file === 1 || file === 2) this.write(piece, file === 2);
          else if (this.files.has(file)) this.written[this.files.get(file)] += text.decode(piece);
          else return kBadFile;
        }
        this.view.setUint32(written, sum, true);
        return 0;
      },
      fd_prestat_get: (file, at) => {
        if (file !== 3) return kBadFile;
        this.view.setUint32(at, 0, true);
        this.view.setUint32(at + 4, 1, true);
        return 0;
      },
      fd_prestat_dir_name: (file, at) => (this.bytes(at, 1)[0] = 47, 0),
      path_open: (folder, flags, at, size, how, rights, inheriting, fdflags, file) => {
        const name = text.decode(this.bytes(at, size).slice());
        if (!(how & 1)) return kNoEntry;  // files can be created, but not opened
        const fresh = 4 + this.files.size;
        this.files.set(fresh, name);
        this.written[name] = '';
        this.view.setUint32(file, fresh, true);
        return 0;
      },
      fd_fdstat_get: (file, at) => {
        this.bytes(at, 24).fill(0);
        this.bytes(at, 1)[0] = file === 3 ? 3 : file > 3 ? 4 : 2;
        this.view.setBigUint64(at + 8, ~0n & 0xffffffffffffffffn, true);
        this.view.setBigUint64(at + 16, ~0n & 0xffffffffffffffffn, true);
        return 0;
      },
      fd_close: () => 0,
      fd_read: (file, list, count, read) => (this.view.setUint32(read, 0, true), 0),
      args_sizes_get: (count, size) => (this.view.setUint32(count, 0, true), this.view.setUint32(size, 0, true), 0),
      args_get: () => 0,
      sched_yield: () => 0,
    };
    return new Proxy(calls, {get: (have, name) => have[name] ?? (() => kNotSupported), has: () => true});
  }
}

// The stack of a fiber that nothing will continue is ended with this error. Without it, the browser keeps the stack.
const kLeft = new Error('this fiber is not continued');

// Runs code that leaves fibers and enters others. A fiber that does not run waits for a promise, which is resolved to
// continue it. `exports` are the runtime's, set later.
class Fibers {
  constructor() {
    this.waiting = new Map();  // for each fiber that has been left, its promise's {resolve, reject}
  }
  switch(from, to) {
    const {exports, waiting} = this, left = waiting.get(to);
    if (!this.view?.buffer.byteLength) this.view = new DataView(exports.memory.buffer);  // memory that grows gets another buffer
    const {view} = this;
    waiting.delete(to);
    view.setUint32(from + kContext.stack, exports.__stack_pointer.value, true);
    exports.__stack_pointer.value = view.getUint32(to + kContext.stack, true);
    if (view.getUint32(to + kContext.entry, true)) {
      left?.reject(kLeft);
      queueMicrotask(() => this.begin(exports.simcu_page_begin_fiber, to));
    } else {
      left.resolve();
    }
    return new Promise((resolve, reject) => waiting.set(from, {resolve, reject}));
  }
  begin(code, ...given) {
    const running = WebAssembly.promising(code)(...given);
    running.catch((error) => error === kLeft || this.fail(error));
    return running;
  }
  // Resolves to the result of the exported function `code`. Rejects if this function or one of its fibers throws.
  call(code, ...given) {
    return new Promise((resolve, reject) => {
      this.fail = reject;
      this.begin(code, ...given).then(resolve, () => {});
    });
  }
  end() {
    for (const {reject} of this.waiting.values()) reject(kLeft);
    this.waiting.clear();
  }
}

// The section of a shared library with the sizes of the memory and table that it needs.
function needs(module) {
  const section = new Uint8Array(WebAssembly.Module.customSections(module, 'dylink.0')[0]);
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = section[at++];
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < section.length) {
    const kind = section[at++], end = number() + at;
    if (kind === 1) return {bytes: number(), alignment: 1 << number(), entries: number()};
    at = end;
  }
  return {bytes: 0, alignment: 1, entries: 0};
}

// A program with a fresh runtime and initialised variables. `places` is {files, rows} of places.js. `told(kind, text)` is
// called with each message that a lab's runner sends before its answer.
export class Machine {
  constructor(runtime, program, {environment = {}, write, places, told = () => {}}) {
    this.system = new System(environment, write);
    this.fibers = new Fibers();
    const main = new WebAssembly.Instance(runtime, {
      wasi_snapshot_preview1: this.system.imports(),
      page: {
        switch_fiber: new WebAssembly.Suspending((from, to) => this.fibers.switch(from, to)),
        told: (kind, text, size) => told(this.textAt(kind), this.textAt(text, size)),
        threw: (object, type) => { throw new Threw(object, type); },
      },
    });
    this.exports = this.fibers.exports = main.exports;
    this.memory = main.exports.memory;
    this.system.attach(this.memory);
    main.exports.__wasm_call_ctors();
    this.program = this.link(program);
    if (places) this.givePlaces(places);
    this.program.__wasm_apply_data_relocs?.();
    this.program.__wasm_call_ctors?.();
  }

  // Links the program with the runtime, and returns its exports.
  link(program) {
    const {exports, memory} = this, table = exports.__indirect_function_table;
    const {bytes, alignment, entries} = needs(program);
    const aligned = Math.max(alignment, 16);
    const room = exports.simcu_page_room(bytes + aligned) || exports.simcu_page_malloc(bytes + aligned);
    const base = Math.ceil(room / aligned) * aligned;
    new Uint8Array(memory.buffer, base, bytes).fill(0);
    const tableBase = table.grow(entries);

    const late = {};  // addresses in the program, known once it is loaded
    const address = (name, kind) => {
      const value = exports[ours(name)];
      const variable = new WebAssembly.Global({value: 'i32', mutable: true}, 0);
      if (kind === 'function') {
        if (typeof value === 'function') variable.value = table.grow(1, value);
        else late[name] = {variable, kind};
      } else if (value instanceof WebAssembly.Global) {
        variable.value = value.value;
      } else {
        late[name] = {variable, kind};
      }
      return variable;
    };
    const imports = {env: {}, 'GOT.mem': {}, 'GOT.func': {}};
    for (const {module, name} of WebAssembly.Module.imports(program)) {
      if (module === 'GOT.mem') imports[module][name] = address(name, 'data');
      else if (module === 'GOT.func') imports[module][name] = address(name, 'function');
      else if (name === 'memory') imports.env.memory = memory;
      else if (name === '__indirect_function_table') imports.env[name] = table;
      else if (name === '__memory_base') imports.env[name] = new WebAssembly.Global({value: 'i32'}, base);
      else if (name === '__table_base') imports.env[name] = new WebAssembly.Global({value: 'i32'}, tableBase);
      else if (name in exports) imports.env[name] = exports[ours(name)];
    }
    const side = new WebAssembly.Instance(program, imports);
    for (const [name, {variable, kind}] of Object.entries(late)) {
      const own = side.exports[name];
      if (kind === 'function' && own) variable.value = table.grow(1, own);
      else if (own instanceof WebAssembly.Global) variable.value = own.value + base;
    }
    return side.exports;
  }

  givePlaces({files, rows}) {
    const {exports, memory} = this, at = exports.simcu_page_malloc(Math.max(16, rows.length * 16));
    new Int32Array(memory.buffer, at, rows.length * 4).set(rows.flat());
    const names = new TextEncoder().encode(files.map((name) => name + '\n').join('') + '\0');
    const list = exports.simcu_page_malloc(names.length);
    this.bytes(list, names.length).set(names);
    exports.simcu_page_places(at, rows.length, list);
  }

  bytes(at, size) {
    return new Uint8Array(this.memory.buffer, at, size);
  }
  // Returns text in the program's memory. Without a size, the text ends at the first 0.
  textAt(at, size = this.bytes(at, this.memory.buffer.byteLength - at).indexOf(0)) {
    return new TextDecoder().decode(this.bytes(at, size).slice());
  }
  // Calls an exported function that can run kernels.
  call(code, ...given) {
    return this.fibers.call(code, ...given);
  }
  end() {
    this.fibers.end();
  }
}

// Runs a program from its main to its end.
export async function run(runtime, program, {write, ...options}) {
  let machine = null;
  const report = () => machine?.system.written['report.json'] ?? null;
  try {
    machine = new Machine(runtime, program, {write, ...options});
    const {program: own, exports} = machine;
    const start = own.__main_argc_argv ?? own.__original_main ?? own.main;
    if (!start) return {crash: 'The program has no main function.'};
    const answer = await machine.call(start, 0, 0);
    exports.simcu_page_exit((answer ?? 0) & 255);
    return {status: 0, report: report()};
  } catch (error) {
    if (error instanceof Ended) return {status: error.status, report: report()};
    if (!(error instanceof Threw)) throw error;
    write(new TextEncoder().encode('the program throws an exception, which nothing in a page can catch\n'), true);
    return {status: 134, report: report()};
  }
}
