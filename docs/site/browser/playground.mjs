// SPDX-License-Identifier: Apache-2.0
// Programs that readers edit and run in the page.
const kLoad = 300000, kRun = 120000;  // ms: machines that build also test; no test asserts how long something takes

// One editor of a page, as a reader uses it.
export class Editor {
  constructor(tab, program) {
    this.tab = tab;
    this.place = tab.locator(`.playground[data-program="${program}"]`).first();
    this.said = this.place.locator('.said');
  }
  async open() {
    await this.place.getByRole('button', {name: /Edit and run/}).click();
    await this.place.locator('.cm-content').waitFor();
  }
  async text() {
    return this.place.locator('.cm-content').evaluate((content) => content.cmTile.view.state.doc.toString());
  }
  // As by a paste: typing would add brackets and indentation.
  async type(text) {
    await this.place.locator('.cm-content').evaluate((content, fresh) => {
      const view = content.cmTile.view;
      view.dispatch({changes: {from: 0, to: view.state.doc.length, insert: fresh}});
    }, text);
  }
  async run() {
    const before = Number((await this.place.getAttribute('data-runs')) ?? 0);
    await this.place.getByRole('button', {name: 'Run', exact: true}).click();
    await this.tab.waitForFunction(([place, count]) => Number(place.dataset.runs ?? 0) > count, [await this.place.elementHandle(), before], {timeout: kLoad});
    return this.said.innerText();
  }
  output() {
    return this.place.locator('.output').innerText();
  }
  findings() {
    return this.place.locator('.finding').allInnerTexts();
  }
}
