// SPDX-License-Identifier: Apache-2.0
// Tests that printed chapters are the same in light and dark mode, and have every answer, a plausible number of pages,
// and no text too pale for paper. The browser prints each chapter as `make docs PDF=1` does.

// A PDF without the parts that differ from one minute to the next. Its pages are separate objects.
const withoutDates = (pdf) => pdf.toString('latin1').replace(/\/(?:CreationDate|ModDate) \([^)]*\)/g, '');
const pagesOf = (pdf) => (pdf.match(/\/Type \/Page\b/g) ?? []).length;

// Words whose contrast with white paper is below 3, because backgrounds are not printed. Runs in the page, with print styles.
function tooPale() {
  const light = (channel) => (channel /= 255) <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  const pale = new Set();
  const walker = document.createTreeWalker(document.getElementById('content'), NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const words = walker.currentNode.data.trim(), element = walker.currentNode.parentElement;
    if (!words || element.closest('svg, style, script, .stepper') || !element.checkVisibility()) continue;
    const [red, green, blue] = getComputedStyle(element).color.match(/[\d.]+/g).map(Number);
    const contrast = 1.05 / (0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue) + 0.05);
    if (contrast < 3) pale.add(`“${words.slice(0, 30)}” (${contrast.toFixed(1)})`);
  }
  return [...pale];
}

export async function checkPrint({browser, site, chapters, open, complain}) {
  for (const page of chapters) {
    const printed = {};
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({colorScheme});
      const tab = await open(context);
      await tab.goto(site + page, {waitUntil: 'load'});
      printed[colorScheme] = withoutDates(await tab.pdf({format: 'A4'}));
      if (colorScheme === 'dark') {
        await tab.emulateMedia({media: 'print', colorScheme});
        await tab.evaluate(() => dispatchEvent(new Event('beforeprint')));
        const closed = await tab.$$eval('#content details:not([open])', (details) => details.filter((one) => one.checkVisibility()).length);
        if (closed) complain(page, `print: ${closed} answers are closed`);
        const pale = await tab.evaluate(tooPale);
        if (pale.length) complain(page, `print: ${pale.length} words are too pale for paper: ${pale.slice(0, 3).join(', ')}`);
      }
      await context.close();
    }
    const pages = pagesOf(printed.light);
    if (pages < 4 || pages > 30) complain(page, `print: ${pages} pages`);
    if (printed.light !== printed.dark) complain(page, `print: a dark screen prints something else (${pagesOf(printed.dark)} pages, not ${pages})`);
  }
}
