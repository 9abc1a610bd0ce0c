// SPDX-License-Identifier: Apache-2.0
// Dark mode, a phone's menu, and buttons that copy code. Pages can be read without this script.
'use strict';

document.addEventListener('DOMContentLoaded', () => {
  setUpTheme();
  setUpMenu();
  setUpProgress();
  setUpContents();
  setUpCode();
  setUpFilter();
  setUpSearch();  // search.js
});

// The theme's script (doxygen-awesome-darkmode-toggle.js) remembers the choice.
function setUpTheme() {
  const button = document.getElementById('theme');
  const show = () => button.setAttribute('aria-pressed', String(document.documentElement.classList.contains('dark-mode')));
  button.addEventListener('click', () => {
    DoxygenAwesomeDarkModeToggle.userPreference = !document.documentElement.classList.contains('dark-mode');
    show();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(show));
  show();
  // Paper is light, and shows the answers.
  const root = document.documentElement;
  let theme = '', closed = [];
  addEventListener('beforeprint', () => {
    theme = root.className;
    root.classList.remove('dark-mode');
    root.classList.add('light-mode');  // without this class, the theme uses the system's preference
    closed = [...document.querySelectorAll('#content details:not([open])')];
    closed.forEach((details) => (details.open = true));
  });
  addEventListener('afterprint', () => {
    root.className = theme;
    closed.forEach((details) => (details.open = false));
  });
}

function setUpMenu() {
  const button = document.getElementById('menu');
  button.addEventListener('click', () => {
    const open = document.documentElement.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(open));
  });
}

// Marks pages read to the end, and links the first page to where the reader stopped. Progress stays in this browser.
function setUpProgress() {
  const here = location.pathname.split('/').pop() || 'index.html', key = 'pages-read';
  let read = new Set();
  try {
    read = new Set(JSON.parse(localStorage.getItem(key) ?? '[]'));
  } catch {
    return;
  }
  const links = [...document.querySelectorAll('#pages a')], course = links.filter((link) => !link.closest('.section'));
  const file = (link) => link.getAttribute('href');
  const mark = () => links.forEach((link) => link.classList.toggle('read', read.has(file(link))));
  mark();
  const button = document.querySelector('#content .go');
  if (here === 'index.html' && button) {
    const last = course.findLastIndex((link) => read.has(file(link))), next = course[last + 1];
    if (last > 0 && next) {
      const on = document.createElement('a');
      on.href = file(next);
      on.textContent = `Go on: ${next.textContent}`;
      button.prepend(on);
    }
  }
  const end = document.querySelector('.neighbours');
  if (!end) return;
  new IntersectionObserver(([seen], watch) => {
    if (!seen.isIntersecting) return;
    watch.disconnect();
    read.add(here);
    try {
      localStorage.setItem(key, JSON.stringify([...read]));
    } catch {
      return;
    }
    mark();
  }).observe(end);
}

// "On this page" is open next to the text, and closed above it on a phone.
function setUpContents() {
  const details = document.querySelector('.toc details');
  if (!details) return;
  details.open = matchMedia('(min-width: 1100px)').matches;
  const links = [...details.querySelectorAll('a')];
  const targets = links.map((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))));
  const mark = () => {
    let now = -1;
    targets.forEach((target, i) => {
      if (target && target.getBoundingClientRect().top < 120) now = i;
    });
    links.forEach((link, i) => link.classList.toggle('reading', i === now));
  };
  document.addEventListener('scroll', mark, {passive: true});
  mark();
}

function setUpCode() {
  for (const code of document.querySelectorAll('#content .fragment')) {
    const wrapper = document.createElement('div');
    wrapper.className = 'listing';
    code.replaceWith(wrapper);
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      const lines = code.querySelectorAll('.line');
      const text = lines.length ? [...lines].map((line) => {
        const copy = line.cloneNode(true);
        copy.querySelectorAll('.lineno').forEach((number) => number.remove());
        return copy.textContent;
      }).join('\n') : code.textContent;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = 'Copied';
      } catch {
        button.textContent = 'Not allowed here';
      }
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    wrapper.append(code, button);
  }
}

function setUpFilter() {
  for (const field of document.querySelectorAll('input[data-filter]')) {
    const place = field.closest('.filter'), rows = [...place.parentElement.querySelectorAll('table tr:not(:first-child)')];
    const texts = rows.map((row) => row.textContent.toLowerCase()), count = place.querySelector('output');
    place.hidden = false;
    const show = () => {
      const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
      rows.forEach((row, i) => (row.hidden = !words.every((word) => texts[i].includes(word))));
      count.textContent = words.length ? `${rows.filter((row) => !row.hidden).length} of ${rows.length}` : '';
    };
    field.addEventListener('input', show);
    show();
  }
}
