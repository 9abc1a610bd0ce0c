// SPDX-License-Identifier: Apache-2.0
// Makes playground.csv's rows: loads chapter 3 in headless Chromium, and runs its scan ten times.
// Usage: node measure_playground.mjs HTML     from the root of the repository, after `make docs-check`
import {Editor, pageProcess, runAgain} from '../site/browser/playground.mjs';
import {startSite} from '../site/browser/site.mjs';

const {site, browser, sent, close} = await startSite(process.argv[2]);
const context = await browser.newContext();

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

// The first row is the loading; the others are runAgain's.
async function visit(times) {
  const tab = await context.newPage();
  await tab.goto(`${site}notes_03_single_block_scan_bug.html`);
  const editor = new Editor(tab, '.playground[data-program="03_source_scan.cu"]'), began = performance.now();
  await editor.open();
  await tab.waitForFunction((place) => place.querySelector('.said').textContent.startsWith('Ready'), await editor.place.elementHandle(), {timeout: 600000});
  const loading = {all: (performance.now() - began) / 1000, ...await pageProcess(browser)};
  const rows = [loading, ...await runAgain(browser, editor, times)];
  await tab.close();
  return rows.map((one, i) => ({...one, processor: one.cpu - (rows[i - 1]?.cpu ?? 0)}));
}

sent.clear();
const [loading, first, second, ...later] = await visit(10);
const downloaded = [...sent].filter(([path]) => path.startsWith('/playground/')).reduce((sum, [, bytes]) => sum + bytes, 0);
const [loadingAgain, firstAgain] = await visit(1);
const row = (name, unit, ...values) => console.log([name, unit, ...values.map((value) => value.toFixed(1)), '', ''].slice(0, 5).join(','));
console.log('step,unit,first,second,later');
row('load', 'seconds', loading.all);
row('load on a second visit', 'seconds', loadingAgain.all);
row('run on a second visit', 'seconds', firstAgain.all);
for (const [name, unit, of] of [['run', 'seconds', 'all'], ['run: compiling', 'seconds', 'compile'], ['run: processor time', 'seconds', 'processor'], ['memory', 'MiB', 'mib']]) row(name, unit, first[of], second[of], median(later.map((one) => one[of])));
row('download', 'MB', downloaded / 1e6);
await close();
