// SPDX-License-Identifier: Apache-2.0
// node report.mjs REPORT.html [SCREENSHOTS]: checks a report of `make grade` in headless Chromium, opened as a file.
//   - no message on the console, no request, at most 500 KB
//   - no violation of axe-core's rules and nothing wider than the screen, light and dark, at 1280 and 360 pixels, everything unfolded
//   - SCREENSHOTS: a folder for pictures of it
// Prints what is wrong, and ends with status 1 if anything is wrong.
import {mkdirSync, readFileSync, statSync} from 'node:fs';
import {createRequire} from 'node:module';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const [report, screenshots] = process.argv.slice(2);
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const page = pathToFileURL(resolve(report)).href;
let problems = 0;
function complain(text) {
  console.log(`${report}: ${text}`);
  problems++;
}

if (statSync(report).size > 500e3) complain(`has ${Math.round(statSync(report).size / 1e3)} KB`);
if (screenshots) mkdirSync(screenshots, {recursive: true});
const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu'], timeout: 120000});
const tab = await (await browser.newContext()).newPage();
tab.setDefaultTimeout(120000);  // for a busy machine
tab.on('console', (message) => complain(`console: ${message.text()}`));
tab.on('pageerror', (error) => complain(`error: ${error.message}`));
tab.on('request', (request) => request.url() === page || complain(`asks for ${request.url()}`));
for (const width of [360, 1280]) {
  await tab.setViewportSize({width, height: 900});
  await tab.goto(page, {waitUntil: 'load'});
  await tab.evaluate(() => document.querySelectorAll('details').forEach((details) => (details.open = true)));
  await tab.evaluate(axe);
  for (const colorScheme of ['light', 'dark']) {
    await tab.emulateMedia({colorScheme});
    const {violations} = await tab.evaluate(() => axe.run({resultTypes: ['violations']}));
    for (const {id, help, nodes} of violations) {
      complain(`axe, ${width} px, ${colorScheme}: ${id} (${help}): ${nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
    }
    if (screenshots) await tab.screenshot({path: join(screenshots, `report_${width}_${colorScheme}.png`), fullPage: true});
  }
  const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
  if (wide > width) complain(`is ${wide} pixels wide on a screen of ${width}`);
}
await browser.close();
process.exit(problems ? 1 : 0);
