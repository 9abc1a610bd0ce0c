// SPDX-License-Identifier: Apache-2.0
// same_in_wasm.mjs MODULE TRACE [OBJECT…] tests that the page's module records the same accesses as `simcu --check`.
// The two share only the kernels. compile.sh keeps warnings about OBJECT in OBJECT.log, which must not exist.
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
const [one, other] = [sorted([3, 1, 2]), sorted([3, 2, 2])];
for (const part of Object.keys(one)) expect(JSON.stringify(one[part]) !== JSON.stringify(other[part]), `${part} does not depend on the keys`);
console.log(wrong ? `${wrong} differences` : 'The module records the same accesses.');
process.exit(wrong ? 1 : 0);
