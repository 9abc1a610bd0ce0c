// SPDX-License-Identifier: Apache-2.0
// A program of docs/examples in an editor: it runs from its main to its end, under the checkers.
import {element, reportOf} from './findings.js';
import {showTimeline} from './timeline.js';
import {start} from './workers.js';

const kSeconds = 10;  // the longest that a program can run
const kOrders = [['', 'chosen by the checkers'], ['fifo', 'fifo: block 0 first'], ['reverse', 'reverse: the last block first'], ['lockstep', 'lockstep'], ['random', 'random, with a seed']];

let workbook = null;
export async function text(name) {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${name} is not on this site (${response.status})`);
  return response.json();
}

export async function program(place) {
  const name = place.dataset.program;
  workbook ??= text('workbook.json');
  const {programs, files, timeline} = await workbook;
  if (programs[name] === undefined) throw new Error(`${name} is not among the programs of this site`);
  const order = element('select', {}, ...kOrders.map(([value, words]) => element('option', {value, textContent: words})));
  const seed = element('input', {type: 'number', min: 0, max: 999999999, value: 1});
  const seedLabel = element('label', {hidden: true, textContent: 'Seed: '}, seed);
  order.addEventListener('change', () => (seedLabel.hidden = order.value !== 'random'));
  const schedule = () => (order.value === 'random' ? `random:${Number.parseInt(seed.value, 10) || 0}` : order.value);
  return {
    name, path: name, original: programs[name], files, with: null,
    folders: ['.', 'common', `labs/${place.dataset.folder}`],
    fresh: 'This is the original program from the chapter.',
    controls: () => [element('label', {textContent: 'Order of the blocks: '}, order), seedLabel],
    async run({runtime, program: made, places, text: now}, {results, goTo, started}) {
      const output = element('pre', {className: 'output', hidden: true, tabIndex: 0});
      output.setAttribute('aria-label', 'What the program prints');
      const findings = element('div', {className: 'findings'});
      results.replaceChildren(output, findings);
      const runWith = async (environment, print) => {
        const running = start('runner.js', {runtime, program: made, places, environment}, kSeconds, (heard) => ('output' in heard ? print(heard) : heard));
        started(running);
        return running.ended;
      };
      const chosen = schedule();
      const ended = await runWith(chosen ? {SIMCU_SCHEDULE: chosen} : {}, (heard) => {
        output.hidden = false;
        if (!heard.isError) output.append(heard.output);
        else if (output.lastChild?.className === 'error') output.lastChild.append(heard.output);
        else output.append(element('span', {className: 'error', textContent: heard.output}));
        return null;
      });
      const report = reportOf(ended.report, name, goTo);
      for (const part of output.querySelectorAll('.error')) part.textContent = report.without(part.textContent);
      output.hidden = !output.textContent;
      findings.replaceChildren(...report.elements);
      return {
        sentence: ended.stopped ?? ended.crash ?? report.sentence(ended.status), marks: report.marks,
        more: timeline && report.raced ? () => showTimeline(findings, report.raced, ['lockstep', ['', 'lockstep'].includes(chosen) ? 'fifo' : chosen], now.split('\n'), runWith) : null,
      };
    },
  };
}
