// SPDX-License-Identifier: Apache-2.0
// A lab's file in an editor: the grader's own tests run, and print the same messages as in `make grade`.
import {element} from './findings.js';
import {text} from './program.js';
import {start} from './workers.js';

const kSeconds = 120;  // the longest that one run of the lab's code can take in a test
const kRuns = 3;       // runs of the tests, each without the exercises that took too long in the previous run
// An exercise's title shows the first of these verdicts that one of its tests has.
const kWorst = ['NOT YOUR CODE', 'NO BUILD', 'CRASHED', 'TIMED OUT', 'WRONG', 'NOT CLEAN', 'OVER BUDGET', 'NOT SEEN', 'NOT YET', 'GOOD', 'NOT GRADED'];

const moreTests = (count) => (count === 1 ? '1 more test runs only in make grade' : `${count} more tests run only in make grade`);
// A test's message, without the verdict in front of it, which is shown above.
const messageOf = (verdict, output) => output.replace(`${verdict}: `, '').replace(/^[a-z](?=[^\s./`[_(]*\s)/, (letter) => letter.toUpperCase());
const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

let verifier = null;
async function loadVerifier() {
  const response = await fetch(new URL('verifier.wasm.gz', import.meta.url));
  if (!response.ok) throw new Error(`verifier.wasm.gz is not on this site (${response.status})`);
  const unpacked = response.body.pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compileStreaming(new Response(unpacked, {headers: {'content-type': 'application/wasm'}}));
}

// Returns a test's message, with buttons for the lines that it names. Also marks these lines in the editor.
function wordsOf(test, stem, goTo, marks) {
  const shown = element('pre', {className: 'output', tabIndex: 0});
  shown.setAttribute('aria-label', test.name);
  const pattern = new RegExp(`(?:labs/[\\w/]*)?${stem}\\.cu:(\\d+)`, 'g');
  let done = 0;
  for (const match of test.output.matchAll(pattern)) {
    const line = Number(match[1]);
    shown.append(test.output.slice(done, match.index), element('button', {type: 'button', textContent: `line ${line}`, onclick: () => goTo(line)}));
    done = match.index + match[0].length;
    marks.push({line, kind: 'error', text: `${test.verdict}: ${test.output.split('\n').slice(0, 3).join(' ')}`});
  }
  shown.append(test.output.slice(done));
  return shown;
}

// Returns the first code of an exercise that is not yet written, with a button for its line. `reasons` are the messages of
// its tests: each is the text of a LAB_TODO, or a sentence about an answer.
function unwritten(reasons, lines, goTo) {
  const todo = `LAB_TODO("${reasons[0]}"`, line = lines.findIndex((text) => text.includes(todo)) + 1;
  const words = line ? ['Not yet written: ', element('button', {type: 'button', textContent: `line ${line}`, onclick: () => goTo(line)}), ` ${todo})`] : [reasons[0]];
  return element('p', {}, ...words, reasons.length > 1 ? `, and ${reasons.length - 1} more like it` : '');
}

export async function exercise(place) {
  const lab = place.dataset.lab, stem = lab.slice(3), number = lab.slice(0, 2);
  const [{file, files, given, tests, titles}, objects] = await Promise.all([text(`labs/${lab}.text.json`), text(`labs/${lab}.json`)]);
  const path = `labs/${lab}/${stem}.cu`;
  const which = element('select', {}, element('option', {value: '', textContent: 'all exercises'}),
    ...titles.map((title, i) => element('option', {value: i + 1, textContent: `${number}.${i + 1} ${title}`})));

  function sectionOf(exerciseNumber, results, lines, goTo, marks) {
    const own = results.filter((test) => test.exercise === exerciseNumber);
    if (!own.length) return [];
    const good = own.filter(({verdict}) => verdict === 'GOOD').length;
    const worst = own.map(({verdict}) => verdict).sort((a, b) => kWorst.indexOf(a) - kWorst.indexOf(b))[0];
    const left = own.filter(({verdict}) => verdict === 'NOT GRADED').length;
    const words = `${good} of ${own.length - left} tests are GOOD${left ? `; ${moreTests(left)}` : ''}`;
    const reasons = [...new Set(own.filter(({verdict}) => verdict === 'NOT YET').map(({output}) => output.split('\nRepeat: ')[0]))];
    const said = new Set();
    const failed = own.filter((test) => !['GOOD', 'NOT YET'].includes(test.verdict) && !said.has(test.output) && said.add(test.output));
    const first = failed.find(({verdict}) => verdict === worst);
    return [element('section', {className: `exercise ${worst.toLowerCase().replaceAll(' ', '_')}`},
      element('h4', {textContent: `${number}.${exerciseNumber} ${titles[exerciseNumber - 1]}: ${worst} (${words})`}),
      ...(reasons.length ? [unwritten(reasons, lines, goTo)] : []),
      ...failed.map((test) => element('details', {open: test === first},
        element('summary', {textContent: `${test.name}: ${test.verdict}`}), wordsOf(test, stem, goTo, marks))))];
  }

  return {
    name: lab, path, original: file, files, folders: ['common', `labs/${lab}`],
    with: objects.map(bytesOf),
    fresh: 'This is the original file from the workbook.',
    controls: (now, showLine) => {
      which.addEventListener('change', () => {
        const before = now().split(`// BEGIN YOUR CODE (exercise ${which.value})`);
        if (before.length > 1) showLine(before[0].split('\n').length);
      });
      const link = element('button', {type: 'button', textContent: 'Download my file'});
      link.addEventListener('click', () => {
        const address = URL.createObjectURL(new Blob([now()], {type: 'text/plain'}));
        element('a', {href: address, download: `${stem}.cu`}).click();
        setTimeout(() => URL.revokeObjectURL(address), 1000);
      });
      return [link, element('label', {textContent: 'Tests of '}, which)];
    },
    async run({runtime, program, places, text: now}, {say, results, goTo, started}) {
      verifier ??= loadVerifier();
      verifier.catch(() => (verifier = null));  // the next run tries again
      const module = await verifier;
      let chosen = tests.filter((test) => !which.value || test.exercise === Number(which.value));
      const late = [];
      let ended;
      for (let run = 0; run < kRuns && chosen.length; ++run) {
        let at = null, count = 0;
        const job = {verifier: module, runtime, program, places, folder: lab, tests: chosen.map(({test}) => test),
                     files: {...files, ...given, [path]: now}, seed: Math.floor(Math.random() * 2 ** 31)};
        const running = start('grade.js', job, kSeconds, (heard) => {
          if (heard.results || heard.crash) return heard;
          if (heard.begins) {
            at = chosen.find(({test}) => test === heard.begins);
            say(`Test ${++count} of ${chosen.length}: ${at.shows}`);
          }
          return null;
        });
        started(running);
        ended = await running.ended;
        if (!ended.late || !at) break;
        late.push({...at, name: at.shows, verdict: 'TIMED OUT', output: `One run of this test did not end within ${kSeconds} s, and was stopped. Usually a loop never ends, or a thread waits for one that never comes. If the machine is slow or busy, see what make grade says.`});
        chosen = chosen.filter(({exercise: other}) => other !== at.exercise);
      }
      const marks = [];
      if (ended.stopped && !ended.late) return {sentence: ended.stopped, marks};
      if (ended.crash) throw new Error(ended.crash);
      const {tests: graded = [], extra_data: {remarks = {}} = {}} = ended.results ? JSON.parse(ended.results) : {};
      const all = [...late, ...graded.map(({name, number: of, output, tags}) => ({name, exercise: Number(of.split('.')[1]), output: messageOf(tags[2], output), verdict: tags[2]}))];
      const shown = (remarks[lab] ?? []).map((output) => wordsOf({name: 'What the tests show', output}, stem, goTo, []));
      results.replaceChildren(...titles.flatMap((title, i) => sectionOf(i + 1, all, now.split('\n'), goTo, marks)),
        ...(shown.length ? [element('details', {className: 'remarks'}, element('summary', {textContent: 'What the tests show'}), ...shown)] : []));
      const having = (wanted) => all.filter(({verdict}) => verdict === wanted).length;
      const left = having('NOT GRADED');
      return {sentence: `${having('GOOD')} of ${all.length - left} tests are GOOD.${left ? ` ${moreTests(left)}.` : ''}`, marks};
    },
  };
}
