// SPDX-License-Identifier: Apache-2.0
// simcu's runtime and translator as WebAssembly:
//   node runtime.mjs object SIMCU NAME OUT.o    one object: runtime, check, page, exceptions, runner, translate
//   node runtime.mjs runtime OUT.wasm FILE.o…   the runtime with its checkers; a page links each program with it
//   node runtime.mjs translator OUT.wasm FILE.o…
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {runLLVM} from '@yowasp/clang';
import {filesBelow} from './files.mjs';
import {language, llvm, treeOf} from './llvm.js';

const libraries = '/usr/lib/wasm32-wasip1', builtins = '/usr/lib/wasm32-unknown-wasip1/libclang_rt.builtins.a';

// The parts that depend on Linux or on a second process. common/simcu/wasm/page.cpp replaces them.
const leftOut = [/^runtime\/base\/(callers|faults|fiber|program_symbols|symbolize)\.cpp$/, /^runtime\/random\//, /^check\/state\/host_variables\.cpp$/, /^check\/tools\/trace\//,
  /^runtime\/link\/(crossing_log|device_server|host_records|part|program_kernels|protocol|received_launch|remote_device|shared_pages|window)\.cpp$/,
  /^runtime\/device\/(indirect_calls|library_guard|math|monitor|signals|system_calls|team)\.cpp$/];
const units = {runtime: ['runtime'], check: ['check'], translate: ['driver/translator', 'wasm/translate.cpp'], page: ['wasm/one_thread.cpp', 'wasm/page.cpp'], exceptions: ['wasm/exceptions.cpp'], runner: ['grader/page/runner.cpp']};

async function object(simcu, name, out) {
  const files = {};
  for (const part of ['runtime', 'check', 'include', 'wasm', 'driver']) filesBelow(join(simcu, part), `simcu/${part}`, files);
  for (const part of ['grader/runner', 'grader/page', 'common/lab']) filesBelow(join(simcu, '../..', part), `simcu/${part.replace('common/', '')}`, files);
  const json = ['/usr/include', '/usr/local/include', `${process.env.CONDA_PREFIX ?? ''}/include`].find((folder) => existsSync(join(folder, 'nlohmann')));
  filesBelow(join(json, 'nlohmann'), 'json/nlohmann', files);
  const sources = Object.keys(files).map((path) => path.slice('simcu/'.length)).filter((path) => path.endsWith('.cpp') &&
    units[name].some((unit) => path === unit || path.startsWith(unit + '/')) && !leftOut.some((pattern) => pattern.test(path)));
  files[`${name}.cpp`] = sources.map((path) => `#include "simcu/${path}"\n`).join('');
  const folders = ['.', 'simcu/wasm/wasi', 'simcu/wasm', 'simcu/runtime', 'simcu/check', 'simcu/driver', 'simcu/include', 'simcu'];
  const flags = ['-Os', '-Wall', '-Wextra', '-Wno-unused-private-field', '-ffunction-sections', '-include', 'simcu/wasm/place.h', '-D_WASI_EMULATED_SIGNAL', '-D_WASI_EMULATED_PROCESS_CLOCKS',
                 '-D_WASI_EMULATED_GETPID', ...(name === 'runner' ? ['-D__SIMCU__=1', '-D__CUDACC__'] : []), ...folders.flatMap((folder) => ['-I', folder]), '-internal-isystem', 'json'];
  const done = await llvm(runLLVM, ['clang++', '-cc1', ...language, ...flags, '-emit-obj', '-o', 'made.o', '-x', 'c++', `${name}.cpp`], treeOf(files));
  finish(done, 'made.o', out);
}

function finish(done, name, out) {
  if (done.errors) console.error(done.errors);
  if (done.failed) process.exit(1);
  writeFileSync(out, done.files[name]);
}

async function link(out, objects, flags) {
  const files = Object.fromEntries(objects.map((path) => [basename(path), readFileSync(path)]));
  const linked = await llvm(runLLVM, ['wasm-ld', ...Object.keys(files), '--no-entry', ...flags, `-L${libraries}`, '-lc++', '-lc++abi', '-lc', '-lwasi-emulated-signal',
    '-lwasi-emulated-process-clocks', '-lwasi-emulated-getpid', builtins, '-o', 'made.wasm'], files);
  if (linked.errors) console.error(linked.errors);
  if (linked.failed) process.exit(1);
  return linked.files['made.wasm'];
}

async function runtime(out, objects) {
  const whole = ['--whole-archive', `-L${libraries}`, '-lc++', '-lc', '--no-whole-archive'];  // programs can call any function of these libraries
  writeFileSync(out, await link(out, objects, ['--export-all', '--export-table', '--growable-table', '--stack-first', '-z', 'stack-size=1048576', '--max-memory=2147483648', ...whole]));
}

const [what, ...given] = process.argv.slice(2);
if (what === 'object') await object(...given);
else if (what === 'runtime') await runtime(given[0], given.slice(1));
else if (what === 'translator') writeFileSync(given[0], await link(given[0], given.slice(1), ['--strip-all', '--export=__wasm_call_ctors']));
else throw new Error(`runtime.mjs: ${what} is not object, runtime or translator`);
process.exit(0);
