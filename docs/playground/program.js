// SPDX-License-Identifier: Apache-2.0
// A program of docs/examples in an editor: it runs from its main to its end, under the checkers.
import {element, reportOf} from './findings.js';
import {start} from './workers.js';

const kSeconds = 10;  // the longest that a program can run
const kOrders = ['as --check chooses', 'fifo', 'reverse', 'lockstep', 'random:1', 'random:2'];

let workbook = null;
export async function text(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} is not on this site (${response.status})`);
  return response.json();
}

export async function program(place) {
  const name = place.dataset.program;
  workbook ??= text('workbook.json');
  const {programs, files} = await workbook;
  if (programs[name] === undefined) throw new Error(`${name} is not among the programs of this site`);
  const order = element('select', {}, ...kOrders.map((words, i) => element('option', {value: i ? words : '', textContent: words})));
  return {
    name, path: name, original: programs[name], files, with: null,
    folders: ['.', 'common', `labs/${place.dataset.folder}`],
    fresh: 'This is the original program from the chapter.',
    controls: () => [element('label', {textContent: 'Order of the blocks: '}, order)],
    async run({runtime, program: bytes, places}, {results, goTo, started}) {
      const output = element('pre', {className: 'output', hidden: true, tabIndex: 0});
      output.setAttribute('aria-label', 'What the program prints');
      const findings = element('div', {className: 'findings'});
      results.replaceChildren(output, findings);
      const environment = order.value ? {SIMCU_SCHEDULE: order.value} : {};
      const running = start('runner.js', {runtime, program: bytes, places, environment}, kSeconds, (heard) => {
        if (!('output' in heard)) return heard;
        output.hidden = false;
        output.append(heard.isError ? element('span', {className: 'error', textContent: heard.output}) : heard.output);
        return null;
      });
      started(running);
      const ended = await running.ended;
      const report = reportOf(ended.report, name, goTo);
      findings.replaceChildren(...report.elements);
      return {sentence: ended.stopped ?? ended.crash ?? report.sentence(ended.status), marks: report.marks};
    },
  };
}
