// SPDX-License-Identifier: Apache-2.0
// node check.mjs HTML SCREENSHOTS: checks the built site in headless Chromium, as `make docs-check` does.
//   - every page loads without a message on the console and without a request that fails
//   - the pages of the navigation have no violation of axe-core's rules, light and dark, at 1280 and 360 pixels; nothing is wider than the screen
//   - nothing on a page moves while it loads, and a page is at most 300 KB without its drawings; before it paints
//     the first words, the browser needs only the script that chooses light or dark, and at most 150 KB of
//     styles
//   - no table is cut off on a phone, and no code has a font size below 13 pixels
//   - steppers: keys, invalid input, no scripts, pages opened as files (steppers.mjs)
//   - programs edited and run in the page: mistakes of every kind, and the page's messages about them (playground.mjs)
//   - every listing that can be edited, run as it is (listings.mjs)
//   - exercises of labs written and graded in the page, and each lab's stub and solution (exercises.mjs)
//   - printed chapters: the same in dark mode, with all answers, and with no text too pale for paper (print.mjs)
//   - search finds each lab by a word in its name, and pages by readers' words and misspelt words; it lists pages before the API, and shows
//     the hit; dark mode switches; the browser remembers the mode and the pages that were read to the end
//   - screenshots of the chapters at 1280 and 360 pixels, light and dark
// Prints what is wrong, and ends with status 1 if anything is wrong.
import {mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {createRequire} from 'node:module';
import {checkPrint} from './print.mjs';
import {checkExercises, checkLabs, checkOffline} from './exercises.mjs';
import {checkListings} from './listings.mjs';
import {checkPlayground} from './playground.mjs';
import {startSite} from './site.mjs';
import {checkSteppers} from './steppers.mjs';

const [html, screenshots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wide = {width: 1280, height: 1000}, phone = {width: 360, height: 780};
const searches = {
  enumeration: 'notes_01_enumeration.html',
  'radix cpu': 'notes_02_radix_cpu.html',
  barrier: 'notes_03_single_block_scan_bug.html',
  'many blocks': 'notes_04_multiblock_radix.html',
  'inside block': 'notes_05_level2_local_sort.html',
  merges: 'notes_06_bucket_merge.html',
  bitonic: 'notes_07_bitonic.html',
  cudaMalloc: 'glossary.html#word-cudamalloc',
  'bank conflict': 'glossary.html#word-bank',
  coalesced: 'glossary.html#word-sector',
  coalescing: 'glossary.html#word-sector',
  'bnak conflict': 'glossary.html#word-bank',
  occupnacy: 'glossary.html#word-occupancy',
  'race condition': 'glossary.html#word-race',
  race: 'glossary.html#word-race',
  'how do I install': 'index.html',
  'out of memory': 'index.html',
  segfault: 'index.html',
  device_buffer: 'classlab_1_1device__buffer.html',
};
const first = ['cudaMalloc', 'bank conflict', 'coalesced', 'bnak conflict', 'occupnacy', 'race', 'race condition', 'how do I install', 'segfault'];  // for each of these queries, a right page must be the first result

let problems = 0;
function complain(page, text) {
  console.log(`${page}: ${text}`);
  problems++;
}

const {site, browser, close} = await startSite(html);

// A tab that reports everything that goes wrong in it.
async function open(context) {
  const tab = await context.newPage();
  tab.setDefaultTimeout(120000);  // a long page loads slowly on a busy machine
  const name = () => tab.url().replace(site, '');
  tab.on('console', (message) => complain(name(), `console: ${message.text()}`));
  tab.on('pageerror', (error) => complain(name(), `error: ${error.message}`));
  tab.on('requestfailed', (request) => request.failure()?.errorText === 'net::ERR_ABORTED' || complain(name(), `request failed: ${request.url()}`));
  tab.on('response', (response) => response.status() < 400 || complain(name(), `${response.status()}: ${response.url()}`));
  return tab;
}

const pages = readdirSync(html).filter((file) => file.endsWith('.html'));
const listed = [...readFileSync(join(html, 'site_pages.txt'), 'utf8').trim().split('\n')];
const chapters = listed.filter((page) => /^(index|first_kernel|notes_0\d_.*|measurements|simulated_device)\.html$/.test(page));

// ---- every page loads ----
{
  const context = await browser.newContext({viewport: wide});
  const todo = [...pages];
  await Promise.all([1, 2, 3, 4].map(async () => {
    const tab = await open(context);
    while (todo.length) await tab.goto(site + todo.pop(), {waitUntil: 'load'});
  }));
  await context.close();
  console.log(`${pages.length} pages loaded`);
}

// ---- accessibility, the width of the screen, layout shifts, sizes ----
{
  const context = await browser.newContext({viewport: wide, colorScheme: 'light'});
  const todo = [...listed];
  await Promise.all([1, 2].map(async () => {
    const tab = await open(context);
    while (todo.length) {
      const page = todo.pop();
      const text = readFileSync(join(html, page), 'utf8').replace(/<svg.*?<\/svg>/gs, '');
      if (text.length > 300e3) complain(page, `has ${Math.round(text.length / 1e3)} KB without its drawings`);
      const scripts = [...text.matchAll(/<script (?!defer)[^>]*src="([^"]*)"/g)].map((found) => found[1]).filter((name) => !/^doxygen-awesome-darkmode-toggle\.js$/.test(name));
      if (scripts.length) complain(page, `is not painted before ${scripts} ran`);
      if (chapters.includes(page) && !/<meta name="description" content="[^"]{20}/.test(text)) complain(page, 'has no description');
      for (const viewport of [phone, wide]) {
        await tab.setViewportSize(viewport);
        await tab.emulateMedia({colorScheme: 'light'});
        await tab.goto(site + page, {waitUntil: 'load'});
        const moved = await tab.evaluate(() => new Promise((done) => {
          let sum = 0;
          new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value))).observe({type: 'layout-shift', buffered: true});
          setTimeout(() => done(sum), 100);
        }));
        await tab.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length).catch(() => {});
        const early = await tab.evaluate(() => {
          const paint = performance.getEntriesByName('first-contentful-paint')[0];
          const needed = performance.getEntriesByType('resource').filter((entry) => entry.renderBlockingStatus === 'blocking');
          return {painted: Boolean(paint), bytes: needed.reduce((sum, entry) => sum + entry.decodedBodySize, 0)};
        });
        if (!early.painted) complain(page, `${viewport.width} px: nothing is painted`);
        if (early.bytes > 150e3) complain(page, `${viewport.width} px: nothing is painted before ${Math.round(early.bytes / 1e3)} KB of styles and scripts are there`);
        if (moved > 0.1) complain(page, `${viewport.width} px: what is on it moves while it loads (${moved.toFixed(2)})`);
        await tab.evaluate(() => document.querySelectorAll('#content details').forEach((details) => (details.open = true)));
        await tab.evaluate(axe);
        for (const colorScheme of ['light', 'dark']) {
          await tab.emulateMedia({colorScheme});
          await tab.waitForFunction((dark) => document.documentElement.classList.contains('dark-mode') === dark, colorScheme === 'dark');
          const {violations} = await tab.evaluate(() => axe.run({resultTypes: ['violations']}));
          for (const {id, help, nodes} of violations) {
            complain(page, `axe, ${viewport.width} px, ${colorScheme}: ${id} (${help}): ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
          }
        }
        const width = await tab.evaluate(() => document.documentElement.scrollWidth);
        if (width > viewport.width) complain(page, `is ${width} pixels wide on a screen of ${viewport.width}`);
        const small = await tab.$$eval('#content :is(code, .fragment .line)', (parts) => parts.filter((part) => part.checkVisibility() && parseFloat(getComputedStyle(part).fontSize) < 13).length);
        if (small) complain(page, `${viewport.width} px: ${small} pieces of code have a font size below 13 px`);
        const cut = viewport !== phone ? [] : await tab.$$eval('#content .wide', (tables) => tables.filter((table) => table.scrollWidth > table.clientWidth + 1).map((table) => table.innerText.slice(0, 60)));
        for (const words of cut) complain(page, `${viewport.width} px: a table is cut: ${words.replace(/\s+/g, ' ')}`);
      }
    }
  }));
  await context.close();
}
console.log(`${listed.length} pages checked by axe-core`);

await checkSteppers({browser, html, site, open, complain, wide, phone});
await checkPlayground({browser, html, site, open, complain, wide, phone, screenshots});
await checkExercises({browser, html, site, open, complain, wide, phone, screenshots});
await checkListings({browser, html, site, open, complain, wide});
await checkLabs({browser, html, site, open, complain, wide});
await checkOffline({browser, html, site, open, complain, wide});
await checkPrint({browser, site, chapters: chapters.filter((page) => page.startsWith('notes_')), open, complain});

// ---- search ----
{
  const context = await browser.newContext({viewport: wide});
  const tab = await open(context);
  for (const [words, page] of Object.entries(searches)) {
    await tab.goto(site + 'index.html');
    await tab.click('#query');
    await tab.keyboard.type(words);
    await tab.waitForSelector('#found li[role=option]').catch(() => {});
    const found = await tab.$$eval('#found li[data-url]', (options) => options.map((option) => option.dataset.url));
    const good = (url) => url === page || url.split('#')[0] === page;
    if (!found.slice(0, first.includes(words) ? 1 : 3).some(good)) complain('search', `"${words}" does not find ${page}, but ${found.slice(0, 3)}`);
    const api = found.map((url) => /^(class|struct|namespace|union)|_8h/.test(url));
    if (words !== 'device_buffer' && api.slice(0, api.lastIndexOf(false)).includes(true)) complain('search', `"${words}": the API comes before a page: ${found}`);
    if (words === 'coalesced') for (const page of ['notes_04_multiblock_radix.html', 'simcu_counters.html']) found.some((url) => url.startsWith(page)) || complain('search', `"${words}" does not find ${page}, but ${found}`);
    if (words === 'bitonic') {
      await tab.evaluate(axe);
      const {violations} = await tab.evaluate(() => axe.run({resultTypes: ['violations']}));
      for (const {id, nodes} of violations) complain('search', `axe: ${id}: ${nodes[0].html.slice(0, 160)}`);
      mkdirSync(screenshots, {recursive: true});
      await tab.screenshot({path: join(screenshots, 'search.png')});
      await tab.keyboard.press('ArrowDown');
      await tab.keyboard.press('Enter');
      await tab.waitForURL((url) => url.href.includes('bitonic')).catch(() => complain('search', 'Enter does not open the result'));
    }
  }
  // After Enter, the screen shows the word, even if it is in the middle of a long section.
  await tab.goto(site + 'index.html');
  await tab.click('#query');
  await tab.keyboard.type('dTLB');
  await tab.waitForSelector('#found mark');
  await tab.keyboard.press('Enter');
  await tab.waitForURL((url) => url.pathname.includes('notes_02'));
  await tab.waitForFunction(() => {
    const words = document.createTreeWalker(document.getElementById('content'), NodeFilter.SHOW_TEXT, (node) => (node.data.includes('dTLB') ? 1 : 2)).nextNode();
    const range = document.createRange();
    range.selectNode(words);
    const {top, bottom} = range.getBoundingClientRect();
    return scrollY > 0 && top > 50 && bottom < innerHeight;
  }, null, {timeout: 10000}).catch(() => complain('search', 'the hit is not in view'));
  await context.close();
}

// ---- dark mode ----
{
  const context = await browser.newContext({viewport: wide, colorScheme: 'light'});
  const tab = await open(context);
  const background = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await tab.goto(site + 'index.html');
  const light = await background();
  await tab.click('#theme');
  const dark = await background();
  if (light === dark) complain('dark mode', 'the button does nothing');
  await tab.goto(site + chapters[1]);
  if ((await background()) !== dark) complain('dark mode', 'is forgotten on the next page');
  await context.close();
}

// ---- the API's table ----
{
  const context = await browser.newContext({viewport: wide});
  const tab = await open(context);
  await tab.goto(site + 'api.html');
  await tab.fill('input[data-filter]', 'cuda:: atomic');
  const shown = await tab.$$eval('#content table tr:not(:first-child)', (rows) => rows.filter((row) => row.checkVisibility()).map((row) => row.cells[0].innerText));
  if (!shown.includes('cuda::atomic') || shown.includes('dim3') || shown.length > 9) complain('api.html', `“cuda:: atomic” shows ${shown}`);
  if (!/^\d+ of \d{3}$/.test(await tab.innerText('.filter output'))) complain('api.html', `says ${await tab.innerText('.filter output')}`);
  await context.close();
}

// ---- progress ----
{
  const context = await browser.newContext({viewport: wide});
  const tab = await open(context);
  const marked = () => tab.$$eval('#pages a.read', (links) => links.map((link) => link.getAttribute('href')));
  await tab.goto(site + 'first_kernel.html');
  if ((await marked()).length) complain('progress', `pages are marked that nobody has read: ${await marked()}`);
  await tab.locator('.neighbours .next').scrollIntoViewIfNeeded();
  await tab.waitForSelector('#pages a.read').catch(() => {});
  await tab.goto(site + 'index.html');
  if ((await marked()).join() !== 'first_kernel.html') complain('progress', `after the first kernel these are marked: ${await marked()}`);
  const buttons = await tab.$$eval('#content .go a', (links) => links.map((link) => link.getAttribute('href')));
  if (buttons.join() !== 'notes_01_enumeration.html,first_kernel.html') complain('progress', `Start leads on to ${buttons}`);
  await context.close();
}

// ---- the menu on a phone ----
{
  const context = await browser.newContext({viewport: phone});
  const tab = await open(context);
  await tab.goto(site + chapters[1]);
  await tab.click('#menu');
  if (!(await tab.isVisible('#pages a[aria-current]'))) complain('menu', 'does not open on a phone');
  await tab.screenshot({path: join(screenshots, 'menu_360.png')});
  await context.close();
}

// ---- screenshots ----
mkdirSync(screenshots, {recursive: true});
for (const [viewport, colorScheme] of [[wide, 'light'], [phone, 'light'], [wide, 'dark'], [phone, 'dark']]) {
  const context = await browser.newContext({viewport, colorScheme});
  const tab = await open(context);
  for (const page of chapters) {
    await tab.goto(site + page, {waitUntil: 'load'});
    await tab.screenshot({path: join(screenshots, `${page.replace('.html', '')}_${viewport.width}${colorScheme === 'dark' ? '_dark' : ''}.png`), fullPage: true});
  }
  await context.close();
}

await close();
console.log(problems ? `${problems} problems` : 'no problems');
process.exit(problems ? 1 : 0);
