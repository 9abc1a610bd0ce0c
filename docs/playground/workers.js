// SPDX-License-Identifier: Apache-2.0
// The workers: one that compiles, which is made when a reader first presses a button and lives as long as the page; and one per run.
const here = new URL('.', import.meta.url);

// Waits until the page's requests go through the site's service worker, if service workers are available.
async function offline() {
  const container = navigator.serviceWorker;
  if (!container) return;
  await container.register(new URL('../offline.js', here));
  const {active} = await container.ready;
  const loaded = performance.getEntriesByType('resource').map(({name}) => name).filter((name) => name.startsWith(location.origin));
  active.postMessage([location.href.replace(/#.*/, ''), ...loaded]);
  if (!container.controller) await new Promise((resolve) => container.addEventListener('controllerchange', resolve, {once: true}));
}
const kOfflineMs = 3000;  // the longest time that the compiler waits for the service worker

let starts = false, compiler = null, jobs = new Map(), listeners = new Set();
export const compilerState = {now: {loading: {done: 0, total: 1, what: 'Loading the compiler'}}};
function hear(state) {
  compilerState.now = state;
  for (const listener of listeners) listener(state);
}
// Starts the compiler unless it is running. `listener` gets each {loading}, {ready, runtime} or {broken}.
export async function startCompiler(listener) {
  listeners.add(listener);
  listener(compilerState.now);
  if (starts) return;
  starts = true;
  await Promise.race([offline().catch(() => {}), new Promise((resolve) => setTimeout(resolve, kOfflineMs))]);
  compiler = new Worker(new URL('compiler.js', here), {type: 'module'});
  compiler.onmessage = ({data}) => {
    if (!('id' in data)) return hear(data);
    jobs.get(data.id)?.(data);
    jobs.delete(data.id);
  };
  compiler.onerror = (event) => hear({broken: event.message ?? 'its worker could not be started'});
}
// Resolves to the compiler's {runtime} once the compiler is loaded.
export const compilerReady = () => new Promise((resolve, reject) => {
  const look = (state) => {
    if (!state.ready && !state.broken) return;
    listeners.delete(look);
    if (state.ready) resolve(state);
    else reject(new Error(state.broken));
  };
  listeners.add(look);
  look(compilerState.now);
});
let jobNumber = 0;
export const compile = (job) => new Promise((resolve) => {
  const id = ++jobNumber;
  jobs.set(id, resolve);
  compiler.postMessage({id, ...job});
});

// Gives `job` to a fresh worker of this script. `hear` gets its messages, and returns the run's result or nothing. The worker
// is ended with the run, or after `seconds` without a message: {stopped} or {crash}.
export function start(script, job, seconds, hear) {
  const worker = new Worker(new URL(script, here), {type: 'module'});
  let end, timer;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => end({late: true, stopped: `It ran for ${seconds} s, and was stopped.`}), seconds * 1000);
  };
  const ended = new Promise((resolve) => (end = resolve));
  wait();
  worker.onmessage = ({data}) => {
    if (!('output' in data)) wait();
    const result = hear(data);
    if (result) end(result);
  };
  worker.onerror = (event) => end({crash: event.message ?? 'its worker could not be started'});
  worker.postMessage(job);
  return {
    stop: () => end({stopped: 'You stopped it.'}),
    ended: ended.finally(() => {
      clearTimeout(timer);
      worker.terminate();
    }),
  };
}
