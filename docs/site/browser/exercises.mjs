// SPDX-License-Identifier: Apache-2.0
// Tests the labs' exercises in the page (docs/playground): types a student's code, and checks the verdicts and
// messages.
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {Editor, shots} from './playground.mjs';

const root = new URL('../../..', import.meta.url).pathname;
const region = (number) => new RegExp(`// BEGIN YOUR CODE \\(exercise ${number}\\)[^]*?// END YOUR CODE`);

// A lab's stub, with these exercises replaced by the solution's.
function written(lab, ...exercises) {
  const read = (folder) => readFileSync(join(root, folder, lab, `${lab.slice(3)}.cu`), 'utf8');
  const solution = read('solutions');
  return exercises.reduce((text, number) => text.replace(region(number), () => region(number).exec(solution)[0]), read('labs'));
}
const changed = (text, from, to) => {
  if (!text.includes(from)) throw new Error(`exercises.mjs: the solution has no ${from} any more`);
  return text.replace(from, to);
};

const direct = written('01_enumeration', 1, 2), scan = written('03_single_block_scan_bug', 4);
const line = (text, part) => text.slice(0, text.indexOf(part)).split('\n').length;

// Each row: its name, the lab, the text that is typed, the exercise whose tests run, the message below the
// buttons, and the results.
const typed = [
  ['the stub', '01_enumeration', written('01_enumeration'), 1, /0 of \d+ tests are GOOD/, /01\.1 .*NOT YET.*Not yet written: line \d+ LAB_TODO\("01\.1: /s],
  ['exercise 1', '01_enumeration', direct, 1, /(\d+) of \1 tests are GOOD/, /01\.1 .*: GOOD/],
  ['a direct kernel with a rank too many', '01_enumeration', changed(direct, 'sorted[rank] = key;', 'sorted[rank + 1 < n ? rank + 1 : 0] = key;'), 1, /tests are GOOD/,
    /01\.1 .*: WRONG.*: WRONG.*sorted\[/s],
  ['a store past the end', '01_enumeration', changed(direct, 'if (i >= n) return;', ''), 1, /tests are GOOD/, /out-of-bounds/],
  ['a missing semicolon', '01_enumeration', changed(direct, 'unsigned rank = 0;', 'unsigned rank = 0'), 1,
    new RegExp(`It doesn't compile\\. Line ${line(direct, 'unsigned rank = 0;')}: expected ';'`), /^$/],
  ['exercise 4', '03_single_block_scan_bug', scan, 4, /(\d+) of \1 tests are GOOD/, /03\.4 .*: GOOD/],
  ['exercise 2, which shows the first wrong read', '03_single_block_scan_bug', written('03_single_block_scan_bug', 2), 2, /tests are GOOD/,
    /03\.2 .*: GOOD.*The first wrong read.*lockstep +\| fifo.*<-- wrong.*gets 4 under lockstep, but 10 under fifo/s],
  ['no barrier after a step', '03_single_block_scan_bug', changed(scan, '    __syncthreads();\n    std::uint32_t* const s_old', '    std::uint32_t* const s_old'), 4, /tests are GOOD/,
    /: NOT CLEAN.*race.*line \d+.*line \d+/s],
  ['an endless loop', '01_enumeration', changed(direct, 'std::size_t rank = 0;', 'std::size_t rank = 0;\n    for (volatile int endless = 1; endless;) {}'), 2, /tests are GOOD/,
    /01\.2 .*: TIMED OUT/],
];

class Exercise extends Editor {
  constructor(tab, lab) {
    super(tab, `.playground[data-lab="${lab}"]`);
  }
  results() {
    return this.place.locator('.exercise, .remarks').evaluateAll((sections) => sections.map((section) => section.textContent).join('\n'));
  }
}

export async function checkExercises({browser, html, site, open, complain, wide, phone, screenshots}) {
  if (!existsSync(join(html, 'playground/verifier.wasm.gz'))) {
    console.log('not checked: exercises in the page (docs/playground was built without Emscripten)');
    return;
  }
  const expect = (good, page, words) => good || complain(page, words);
  const context = await browser.newContext({viewport: wide, colorScheme: 'light'});
  const tab = await open(context);
  let lab = '', editor;
  for (const [what, wanted, text, number, sentence, results] of typed) {
    const page = `labs_${wanted}_readme.html`;
    if (wanted !== lab) {
      lab = wanted;
      await tab.goto(site + page);
      await tab.getByRole('link', {name: 'Try it here, nothing to install'}).click();
      editor = new Exercise(tab, lab);
      await editor.open();
    }
    await editor.place.getByLabel('Tests of').selectOption(String(number));
    const active = await editor.place.locator('.cm-activeLine').innerText();
    expect(active === `// BEGIN YOUR CODE (exercise ${number})`, page, `${what}: after its exercise was chosen, the editor shows "${active}"`);
    await editor.type(text);
    const said = await editor.run(), found = await editor.results();
    expect(sentence.test(said), page, `${what}: the page says "${said}"`);
    expect(results.test(found), page, `${what}: the results are "${found}"`);
    console.log(`  ${what}: ${said}`);
    if (/WRONG/.test(found)) await shots(tab, editor, page, 'exercise', {wide, phone, screenshots, expect});
  }
  // The file that goes into labs/.
  const [download] = await Promise.all([tab.waitForEvent('download'), editor.press('Download my file')]);
  expect(download.suggestedFilename() === 'enumeration.cu', lab, `the file is called ${download.suggestedFilename()}`);
  expect(readFileSync(await download.path(), 'utf8') === typed.at(-1)[2], lab, 'the downloaded file is not what was typed');
  await context.close();
  console.log(`${typed.length} texts typed into exercises`);
}

// The text of a lab's solution with the headers from its folder in it, because a page compiles one file.
function solution(lab) {
  const seen = new Set();
  const text = (name) => readFileSync(join(root, 'solutions', lab, name), 'utf8').replace(/^#include "(\w+\.cuh)"\n/gm, (_, header) => (seen.has(header) ? '' : (seen.add(header), text(header).replace('#pragma once', ''))));
  return text(`${lab.slice(3)}.cu`);
}

// Each lab's stub is NOT YET everywhere. Its solution is GOOD where a page can grade it, with the solution's answers in files
// such as explain.csv.
export async function checkLabs({browser, html, site, open, complain, wide}) {
  if (!existsSync(join(html, 'playground/verifier.wasm.gz'))) return;
  const context = await browser.newContext({viewport: wide});
  await context.addInitScript('delete Navigator.prototype.serviceWorker');  // which would answer in place of the route below
  for (const lab of readdirSync(join(root, 'labs')).filter((name) => /^\d\d_/.test(name))) {
    const page = `labs_${lab}_readme.html`, tab = await open(context);
    let answered = false;
    await tab.route(`**/${lab}.text.json`, async (route) => {
      const texts = await (await route.fetch()).json();
      for (const name of answered ? readdirSync(join(root, 'solutions', lab)).filter((file) => file.endsWith('.csv')) : []) {
        texts.given[`labs/${lab}/${name}`] = readFileSync(join(root, 'solutions', lab, name), 'utf8');
      }
      await route.fulfill({json: texts});
    });
    for (const [what, text, wanted] of [['stub', written(lab), /NOT YET|NOT GRADED/], ['solution', solution(lab), /GOOD|NOT GRADED/]]) {
      answered = what === 'solution';
      await tab.goto('about:blank');
      await tab.goto(site + page);
      const editor = new Exercise(tab, lab);
      await editor.open();
      await editor.type(text);
      const said = await editor.run();
      const others = await editor.place.locator('.exercise').evaluateAll((sections, pattern) => sections.flatMap((section) => {
        const titles = [section.querySelector('h4'), ...section.querySelectorAll('summary')].map(({textContent}) => textContent);
        return titles.filter((title) => !new RegExp(pattern).test(title));
      }), wanted.source);
      if (others.length || !/tests are GOOD/.test(said)) complain(page, `the ${what}: ${said} ${others.join(' | ')}`);
      console.log(`  ${lab}, the ${what}: ${said}`);
    }
    await tab.close();
  }
  await context.close();
}

// The first visit is with a network, and the second one without. The page, the tool chain and the tests must still
// be there. They must come from the service worker, so the browser has no other cache.
export async function checkOffline({browser, html, site, open, complain, wide}) {
  if (!existsSync(join(html, 'playground/verifier.wasm.gz'))) return;
  const page = 'labs_01_enumeration_readme.html';
  const context = await browser.newContext({viewport: wide});
  const tab = await open(context);
  await tab.goto(`${site}${page}`);
  if (await tab.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length))) complain(page, 'has a service worker before anyone opens an editor');
  let editor = new Exercise(tab, '01_enumeration');
  await editor.open();
  await editor.place.getByLabel('Tests of').selectOption('2');
  await editor.type(direct);
  const first = await editor.run();
  await context.setOffline(true);
  await tab.goto('about:blank');
  await tab.goto(`${site}${page}`);
  editor = new Exercise(tab, '01_enumeration');
  await editor.open();
  await editor.place.getByLabel('Tests of').selectOption('2');
  const second = await editor.run();
  for (const [when, said] of [['with a network', first], ['without one', second]]) if (!/(\d+) of \1 tests are GOOD/.test(said)) complain(page, `${when}: ${said}`);
  await context.close();
  console.log(`offline: ${second}`);
}
