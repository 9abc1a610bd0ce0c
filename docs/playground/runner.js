// SPDX-License-Identifier: Apache-2.0
// The worker that runs one program, and is thrown away afterwards. The page can end it at any time.
// Message to it: {runtime, program, places, environment}. Messages from it: {output, isError}…, then {status, report} or {crash}.
import {run} from './machine.js';

const kMost = 1 << 20;  // the most bytes of output that the page gets
let sent = 0;

onmessage = async ({data: {runtime, program, places, environment}}) => {
  const text = new TextDecoder();
  const write = (bytes, isError) => {
    if (sent > kMost) return;
    sent += bytes.length;
    postMessage({output: sent > kMost ? '\n… The program prints more than a page shows.\n' : text.decode(bytes, {stream: true}), isError});
  };
  try {
    postMessage(await run(runtime, program, {environment: {SIMCU_REPORT: '/report.json', ...environment}, write, places}));
  } catch (error) {
    postMessage({crash: crashWords(error)});
  }
};

// Returns what a WebAssembly trap means for this program.
function crashWords(error) {
  const text = String(error.message ?? error);
  if (error instanceof RangeError || /stack/i.test(text)) return 'Calls are nested too deeply: the stack is full.';
  if (/memory access|out of bounds/i.test(text)) return 'The program used an address outside its memory, and was stopped.';
  if (/unreachable/i.test(text)) return 'The program reached code that must never run (abort, or the end of a function without its return), and was stopped.';
  if (/divide|remainder/i.test(text)) return 'The program divided an integer by zero, and was stopped.';
  if (/signature|table|null function/i.test(text)) return 'The program called a pointer that is not a function, and was stopped.';
  return `The program was stopped: ${text}`;
}
