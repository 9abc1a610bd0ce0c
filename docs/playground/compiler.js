// SPDX-License-Identifier: Apache-2.0
// The worker that compiles. It loads the tool chain once and reports its progress. A message to it is
// {id, name, text, files, folders, with}; `with` has the objects of a lab's adapter, or is null. Messages from it:
// {loading: {done, total, what}}, {ready}, {id, program, places, warnings, times}, {id, messages}, {broken}.
import {CompileError, Toolchain, translatorImports} from './toolchain.js';

const kStore = 'workbook-playground';
let done = 0, total = 1;
const sizes = fetch('sizes.json').then((response) => response.json());

let failed = false;
const tell = (what) => failed || postMessage({loading: {done, total, what}});

// Fetches and unpacks a file of this folder, and counts the bytes that have arrived.
async function unpacked(name) {
  const response = await fetch(`${name}.gz`);
  if (!response.ok) throw new Error(`${name}.gz is not on this site (${response.status})`);
  const counted = response.body.pipeThrough(new TransformStream({
    transform(chunk, out) {
      done += chunk.length;
      tell('Loading the compiler');
      out.enqueue(chunk);
    },
  }));
  return new Response(counted.pipeThrough(new DecompressionStream('gzip')),
                      {headers: {'content-type': name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript'}});
}

// clang's package fetches its own files and does not support compression.
const plainFetch = self.fetch;
self.fetch = (address, ...more) => {
  const name = String(address.href ?? address).split('/').pop();
  return /^llvm[\w.-]*\.(wasm|tar)$/.test(name) ? unpacked(name) : plainFetch(address, ...more);
};

// The precompiled header is made here, because it would be a third of the download. A later visit finds it in the cache.
async function precompiled(chain, key) {
  const store = await self.caches?.open(kStore).catch(() => null);
  const kept = await store?.match(key);
  if (kept) return new Uint8Array(await kept.arrayBuffer());
  tell('Reading the headers');
  const header = await chain.precompile();
  for (const old of (await store?.keys()) ?? []) await store.delete(old);
  await store?.put(key, new Response(header)).catch(() => {});  // the storage can be full
  return header;
}

async function load() {
  const known = await sizes;
  total = Object.values(known).reduce((sum, size) => sum + size, 0);
  const [clang, translator, headers, runtime] = await Promise.all([
    import('./clang.js'),
    unpacked('translate.wasm').then((response) => WebAssembly.instantiateStreaming(response, translatorImports)),
    unpacked('headers.json').then((response) => response.json()),
    unpacked('runtime.wasm').then((response) => WebAssembly.compileStreaming(response)),
  ]);
  const chain = new Toolchain({run: clang.runLLVM, translator: translator.instance, runtime, ...headers});
  // The first run of clang loads it.
  await clang.runLLVM(['clang++', '--version'], {}, {stdout() {}, stderr() {}, fetchProgress() {}});
  chain.header = await precompiled(chain, `header-${JSON.stringify(known)}`.replace(/[^\w-]+/g, '-'));
  postMessage({ready: true, runtime});
  return chain;
}

const chain = load().catch((error) => {
  failed = true;
  postMessage({broken: String(error.message ?? error)});
  throw error;
});

onmessage = async ({data: {id, name, text, files, folders, with: other}}) => {
  const times = {};
  let last = performance.now();
  const lap = (step) => {
    const now = performance.now();
    times[step] = Math.round(now - last);
    last = now;
  };
  try {
    const tools = await chain;
    const compiled = await tools.compile(name, text, {files, folders, counted: other !== null}, lap);
    const {program, places} = await tools.link(compiled, other ?? [], lap);
    postMessage({id, program, places, warnings: compiled.warnings, times});
  } catch (error) {
    if (error instanceof CompileError) postMessage({id, messages: error.messages, times});
    else postMessage({id, broken: String(error.message ?? error)});
  }
};
