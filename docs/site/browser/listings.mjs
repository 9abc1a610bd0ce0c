// SPDX-License-Identifier: Apache-2.0
// Runs every listing that has an Edit button, as it is. It must print what docs/examples/NAME.expected says, and the
// checkers must find bugs only in the programs that are wrong on purpose.
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {Editor} from './playground.mjs';

const examples = new URL('../../examples/', import.meta.url).pathname;

export async function checkListings({browser, html, site, open, complain, wide}) {
  if (!existsSync(join(html, 'playground/sizes.json'))) return;
  const texts = JSON.parse(readFileSync(join(html, 'playground/workbook.json'), 'utf8')).programs, left = new Set(Object.keys(texts));
  const context = await browser.newContext({viewport: wide});
  let count = 0;
  for (const page of readdirSync(html).filter((name) => name.endsWith('.html'))) {
    const named = [...readFileSync(join(html, page), 'utf8').matchAll(/data-program="(\w+\.cu)"/g)].map(([, name]) => name);
    const programs = named.filter((name) => left.delete(name));
    if (!programs.length) continue;
    const tab = await open(context);
    await tab.goto(site + page);
    for (const program of programs) {
      const editor = new Editor(tab, `.playground[data-program="${program}"]`), expected = program.replace('.cu', '.expected');
      await editor.open();
      const said = await editor.run();
      const printed = await editor.place.locator('.output').evaluateAll((outputs) => [...(outputs[0]?.childNodes ?? [])].filter(({className}) => className !== 'error').map(({textContent}) => textContent).join(''));
      const wanted = readFileSync(join(examples, expected), 'utf8'), bugs = texts[program].includes('Wrong on purpose');
      if (printed.trimEnd() !== wanted.trimEnd()) complain(page, `${program} prints\n${printed}\nbut ${expected} says\n${wanted}`);
      if (!(bugs ? /the checkers found (a bug|\d+ bugs)/ : /the checkers found nothing/).test(said)) complain(page, `${program}: ${said}`);
      count++;
      console.log(`  ${program}: ${said}`);
    }
    await tab.close();
  }
  await context.close();
  console.log(`${count} listings run as they are`);
}
