// SPDX-License-Identifier: Apache-2.0
// Switches a plot's series on and off. `data-late` series are off at first.
'use strict';

document.addEventListener('DOMContentLoaded', () => {
  for (const figure of document.querySelectorAll('figure.plot')) {
    const groups = [...figure.querySelectorAll('g[data-series]')];
    const names = new Map(groups.map((group) => [group.dataset.series, group]));
    if (names.size < 2 || ![...names.values()].some((group) => group.dataset.name !== group.dataset.series)) continue;
    // A label begins with its series' name. If several names fit, the longest is used.
    const owner = (text) => [...names].filter(([, group]) => text.startsWith(group.dataset.name))
      .sort((a, b) => b[1].dataset.name.length - a[1].dataset.name.length)[0]?.[0];
    const labels = [...figure.querySelectorAll('svg text')].filter((text) => !text.closest('use')).map((text) => [owner(text.textContent.trim()), text]);
    const box = document.createElement('div');
    box.className = 'series';
    box.setAttribute('role', 'group');
    box.setAttribute('aria-label', 'Series of the plot');
    const sorted = [...names].sort(([, a], [, b]) => /^lab/.test(b.dataset.name) - /^lab/.test(a.dataset.name) || a.dataset.name.localeCompare(b.dataset.name));
    for (const [series, {dataset}] of sorted) {
      const check = document.createElement('input');
      check.type = 'checkbox';
      check.checked = !('late' in dataset);
      const show = () => {
        groups.filter((group) => group.dataset.series === series).forEach((group) => group.classList.toggle('off', !check.checked));
        labels.filter(([mine]) => mine === series).forEach(([, text]) => text.classList.toggle('off', !check.checked));
      };
      check.addEventListener('change', show);
      const label = document.createElement('label');
      label.append(check, ` ${dataset.name.replace(/'s$/, '')}`);
      box.append(label);
      show();
    }
    figure.querySelector('figcaption').before(box);
  }
});
