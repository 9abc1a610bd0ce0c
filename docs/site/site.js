// SPDX-License-Identifier: Apache-2.0
// Search, dark mode, the menu on a phone, buttons that copy code. A page can be read without any of it.
'use strict';

document.addEventListener('DOMContentLoaded', () => {
  setUpTheme();
  setUpMenu();
  setUpContents();
  setUpCode();
  setUpSearch();
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
}

function setUpMenu() {
  const button = document.getElementById('menu');
  button.addEventListener('click', () => {
    const open = document.documentElement.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(open));
  });
}

// "On this page" is open beside the text, and closed above it on a phone; it marks what is being read.
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

// ---- search ----

let index = null;

// Called by search_index.js, which is loaded when the search box is first used.
function siteSearchIndex(data) {
  const entries = [];
  const [pages, names] = data;
  for (const [name, title, sections, weight] of pages) {
    for (const [heading, url, text] of sections) {
      if (heading) entries.push({title: heading, page: '', where: name, url, text, weight: 10});
      else entries.push({title, page: name, where: '', url, text, weight});
    }
  }
  for (const [name, kind, url] of names) entries.push({title: name, where: kind, page: '', url, text: '', weight: 8});
  for (const entry of entries) {
    entry.head = ` ${entry.title} ${entry.page}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
    entry.body = ` ${entry.text}`.toLowerCase();
  }
  index = entries;
  document.getElementById('query').dispatchEvent(new Event('input'));
}

// Every word must begin a word of the title, or be somewhere in the text.
function findEntries(query) {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  if (!words.length) return [];
  const found = [];
  for (const entry of index) {
    let points = 0;
    for (const word of words) {
      if (entry.head.includes(` ${word}`)) points += entry.weight;
      else if (entry.body.includes(word)) points += 1;
      else { points = 0; break; }
    }
    if (points) found.push({entry, points: points - entry.title.length / 1000});
  }
  return found.sort((a, b) => b.points - a.points).slice(0, 12).map(({entry}) => ({entry, words}));
}

function excerpt(entry, words) {
  const at = Math.min(...words.map((word) => entry.body.indexOf(word)).filter((place) => place >= 0), 1e9);
  if (at === 1e9) return entry.text.slice(0, 90);
  const begin = Math.max(0, entry.text.lastIndexOf(' ', Math.max(0, at - 30)));
  return (begin ? '… ' : '') + entry.text.slice(begin, begin + 100).trim();
}

function setUpSearch() {
  const box = document.getElementById('query');
  const list = document.getElementById('found');
  let chosen = -1;

  const close = () => {
    list.hidden = true;
    box.setAttribute('aria-expanded', 'false');
    box.removeAttribute('aria-activedescendant');
    chosen = -1;
  };
  const choose = (i) => {
    const options = list.querySelectorAll('[role=option]');
    if (!options.length) return;
    chosen = (i + options.length) % options.length;
    options.forEach((option, k) => option.setAttribute('aria-selected', String(k === chosen)));
    box.setAttribute('aria-activedescendant', options[chosen].id);
    options[chosen].scrollIntoView({block: 'nearest'});
  };
  const show = () => {
    if (!index || !box.value.trim()) return close();
    const results = findEntries(box.value);
    list.replaceChildren(...results.map(({entry, words}, i) => {
      const option = document.createElement('li');
      option.id = `found-${i}`;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      option.dataset.url = entry.url;
      const title = document.createElement('b');
      title.textContent = entry.title;
      const where = document.createElement('span');
      where.textContent = entry.page || entry.where;
      const text = document.createElement('small');
      text.textContent = excerpt(entry, words);
      option.append(title, where, text);
      option.addEventListener('mousedown', (event) => event.preventDefault());
      option.addEventListener('click', () => (location.href = entry.url));
      return option;
    }));
    if (!results.length) {
      const none = document.createElement('li');
      none.setAttribute('role', 'option');
      none.setAttribute('aria-disabled', 'true');
      none.className = 'none';
      none.textContent = 'Nothing found';
      list.append(none);
    }
    list.hidden = false;
    box.setAttribute('aria-expanded', 'true');
    chosen = -1;
    box.removeAttribute('aria-activedescendant');
  };

  let loading = false;
  box.addEventListener('focus', () => {
    if (loading) return;
    loading = true;
    const script = document.createElement('script');
    script.src = 'search_index.js';
    document.head.append(script);
  });
  box.addEventListener('input', show);
  box.addEventListener('blur', () => setTimeout(close, 150));
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown') choose(chosen + 1);
    else if (event.key === 'ArrowUp') choose(chosen - 1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter') {
      const option = list.querySelectorAll('[role=option][data-url]')[Math.max(chosen, 0)];
      if (option) location.href = option.dataset.url;
    } else return;
    event.preventDefault();
  });
  document.addEventListener('keydown', (event) => {
    if (event.key === '/' && !/^(input|textarea)$/i.test(event.target.tagName)) {
      event.preventDefault();
      box.focus();
    }
  });
}
