// SPDX-License-Identifier: Apache-2.0
// The checkers' report (SIMCU_REPORT) as elements of the page, and as marks at the program's lines.

export const element = (name, attributes = {}, ...children) => {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
};

const kNames = {race: 'Race', 'out-of-bounds': 'Out of bounds', 'uninitialised-read': 'Uninitialised read', 'barrier-divergence': 'Barrier in different branches'};
const kMost = 20;  // the most findings that are shown

// Text with `names` in a code font.
const withCode = (words) => words.split('`').map((part, i) => (i % 2 ? element('code', {textContent: part}) : part));

function threadWords({block, thread}) {
  return block ? `block (${block}), thread (${thread})` : 'the host';
}

export function reportOf(text, program, goTo) {
  let all = [];
  try {
    all = JSON.parse(text)?.findings ?? [];
  } catch {
    // The program ended before it could write its report.
  }
  const marks = [];
  const elements = all.slice(0, kMost).map((finding) => {
    const accesses = finding.accesses ?? [];
    const list = accesses.map((access) => {
      const own = access.file === program && access.line > 0;
      const words = `${access.op}${access.value ? ` (${access.value})` : ''} by ${threadWords(access)}`;
      if (own) marks.push({line: access.line, kind: 'error', text: `${finding.kind}: ${words}. ${finding.message}`});
      const where = own ? element('button', {type: 'button', textContent: `line ${access.line}`, onclick: () => goTo(access.line)})
                        : element('span', {textContent: access.file ? `${access.file}:${access.line}` : 'an unknown line'});
      return element('li', {}, where, ` ${words}`);
    });
    const advice = finding.advice && finding.message.endsWith(finding.advice) ? finding.advice : '';
    const message = advice ? finding.message.slice(0, -advice.length).trim() : finding.message;
    return element('section', {className: 'finding'},
      element('h4', {textContent: `${kNames[finding.kind] ?? finding.kind} in ${finding.kernel || 'host code'}${finding.count > 1 ? `, ${finding.count} times` : ''}`}),
      element('p', {}, ...withCode(message.charAt(0).toUpperCase() + message.slice(1))),
      element('ul', {}, ...list),
      ...(finding.values ? [element('p', {textContent: finding.values})] : []),
      ...(advice ? [element('p', {className: 'advice', textContent: advice})] : []));
  });
  if (all.length > kMost) elements.push(element('p', {textContent: `${all.length - kMost} more findings are not shown.`}));
  const sentence = (status) => {
    if (all.length) return all.length === 1 ? 'It ran, and the checkers found a bug.' : `It ran, and the checkers found ${all.length} bugs.`;
    return status === 0 ? 'It ran, and the checkers found nothing.' : `It ended with status ${status}.`;
  };
  // Printed text without the findings that are shown.
  const kinds = all.map(({kind}) => kind).join('|');
  const without = (printed) => (kinds ? printed.replace(new RegExp(`^simcu: (?:${kinds})\\b.*\\n(?: {4}.*\\n)*`, 'gm'), '') : printed);
  return {elements, marks, sentence, without, raced: all.find(({kind, where}) => kind === 'race' && where)?.where.text.replaceAll('`', '')};
}
