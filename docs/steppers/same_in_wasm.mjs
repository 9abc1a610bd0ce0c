// SPDX-License-Identifier: Apache-2.0
// Test: what the page's WebAssembly module sees of the sorts is what the checkers of `simcu --check` have seen, access by access:
// same_in_wasm.mjs MODULE TRACE [OBJECT…]. The two share the kernels and nothing of how accesses are watched.
// And the compiler had nothing to say of an OBJECT: compile.sh keeps its warnings in OBJECT.log.
import {createRequire} from 'node:module';
import {existsSync, readFileSync} from 'node:fs';
import {resolve} from 'node:path';

const [file, trace, ...objects] = process.argv.slice(2);
const module = await createRequire(import.meta.url)(resolve(file))();
function sorted(keys) {
  module.ccall('steppers_sort', null, ['string'], [keys.join(' ')]);
  return JSON.parse(module.ccall('steppers_answer', 'string', [], []));
}

let wrong = 0;
function expect(good, words) {
  if (!good) console.log(`FAILED: ${words}`), wrong++;
}
for (const {name, keys, ...recorded} of JSON.parse(readFileSync(trace)).inputs) {
  const got = sorted(keys);
  for (const part of new Set([...Object.keys(recorded), ...Object.keys(got)])) {
    expect(JSON.stringify(got[part]) === JSON.stringify(recorded[part]), `${keys.length} keys, ${name}: ${part} is not as recorded`);
  }
}
for (const log of objects.map((object) => `${object}.log`)) expect(!existsSync(log), `${log}: ${existsSync(log) && readFileSync(log)}`);
// Each part would be seen to differ.
const [one, other] = [sorted([3, 1, 2]), sorted([3, 2, 2])];
for (const part of Object.keys(one)) expect(JSON.stringify(one[part]) !== JSON.stringify(other[part]), `${part} does not depend on the keys`);
console.log(wrong ? `${wrong} differences` : 'The module sees what was recorded.');
process.exit(wrong ? 1 : 0);
