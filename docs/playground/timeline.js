// SPDX-License-Identifier: Apache-2.0
// All accesses to an element under two schedules: the program runs again under each of them, and compare.cpp compares
// the accesses.
import {element} from './findings.js';

let comparer = null;
async function loadComparer() {
  const {default: make} = await import(new URL('compare.js', import.meta.url).href);
  return make();
}

// Returns the accesses to `name` under a schedule.
async function historyOf(name, schedule, lines, runWith) {
  let said = '';
  const ended = await runWith({SIMCU_SCHEDULE: schedule, SIMCU_WATCH: name}, (heard) => {
    if (heard.isError) said += heard.output;
    return null;
  });
  const {history = [], history_left_out: leftOut = 0} = JSON.parse(ended.report ?? '{}');
  if (ended.stopped ?? ended.crash) throw new Error(ended.stopped ?? ended.crash);
  if (!history.length) throw new Error(ended.status ? said.split('\n')[0] : `No kernel uses ${name}.`);
  if (leftOut) throw new Error(`${name} has ${history.length + leftOut} accesses under ${schedule}, which are too many to show.`);
  const flat = ({block = [0, 0, 0], thread = [0, 0, 0]}) => block[1] + block[2] + thread[1] + thread[2] === 0;
  if (!history.every(flat)) throw new Error('Only kernels with one-dimensional blocks and grids have a timeline.');
  return JSON.stringify(history.map((step) => ({...step, source: lines[step.line - 1]?.trim() ?? ''})));
}

// Puts the timeline of `name` at the end of `parent`, where the reader can ask for another element. `lines` are the
// program's; `runWith` runs it once more.
export async function showTimeline(parent, name, schedules, lines, runWith) {
  const title = element('h4'), table = element('table'), around = element('div', {className: 'accesses', tabIndex: 0}, table), sources = element('pre', {className: 'output', tabIndex: 0});
  sources.setAttribute('aria-label', 'The lines of these accesses');
  around.setAttribute('role', 'group');
  around.setAttribute('aria-label', 'The accesses');
  const said = element('p');
  said.setAttribute('role', 'status');
  const other = element('input', {type: 'text', value: name, size: 12});
  const show = element('button', {type: 'button', textContent: 'Show'});
  const compare = async () => {
    show.disabled = true;
    const wanted = other.value.trim();
    title.textContent = `The accesses to ${wanted}, in order`;
    for (const part of [table, sources]) part.replaceChildren();
    said.textContent = 'The program runs again, for the accesses in order …';
    try {
      comparer ??= loadComparer();
      comparer.catch(() => (comparer = null));
      const {ccall} = await comparer, given = [wanted];
      for (const schedule of schedules) given.push(schedule, await historyOf(wanted, schedule, lines, runWith));
      const [text, words] = ccall('timeline', 'string', given.map(() => 'string'), given).split('\n\n');
      const rows = text.trimEnd().split('\n'), isSource = (line) => /^ +\d+ \| /.test(line);
      table.replaceChildren(...rows.filter((line) => !isSource(line)).map((line, i) => element('tr', {}, ...line.slice(2).split('| ').map((cell) => element(i < 2 ? 'th' : 'td', {textContent: cell.trimEnd()})))));
      sources.textContent = rows.filter(isSource).join('\n');
      said.textContent = words;
    } catch (error) {
      said.textContent = error.message;
    } finally {
      show.disabled = false;
    }
  };
  show.addEventListener('click', compare);
  other.addEventListener('keydown', (event) => event.key === 'Enter' && !show.disabled && compare());
  parent.append(element('section', {className: 'timeline'}, title, around, sources, said, element('p', {}, element('label', {textContent: 'Another element: '}, other), ' ', show)));
  await compare();
}
