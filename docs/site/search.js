// SPDX-License-Identifier: Apache-2.0
// The search box: MiniSearch over search_index.js, both loaded when the box is first used. A word of the glossary comes first,
// then chapters, other pages, the API. Endings don't matter ("coalesced" finds "coalescing"), nor do one or two wrong letters.
'use strict';

const searchWeight = {word: 6, chapter: 2, page: 1, api: 0.5};
let searchIndex = null;

const searchIgnores = new Set('a an and are be can do does how i in is it my of on or the this to what when where which why with'.split(' '));

// A word without its ending, null for one that says nothing; `camelCase` is also its parts.
function searchStem(word) {
  const plain = word.toLowerCase();
  if (searchIgnores.has(plain)) return null;
  return plain.length > 5 ? plain.replace(/(?:ing|ed|es|e|s)$/, '') : plain.replace(/s$/, '');
}

function searchTerms(word) {
  const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
  return parts.length > 1 ? [word, ...parts].map(searchStem).filter(Boolean) : searchStem(word);
}

// Called by search_index.js.
function siteSearchIndex(entries) {
  const index = new MiniSearch({
    fields: ['title', 'text'],
    idField: 'id',
    processTerm: searchTerms,
    searchOptions: {
      processTerm: searchStem,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 6 ? 2 : term.length > 3 ? 1 : false),
      boost: {title: 5},
      weights: {fuzzy: 0.2, prefix: 0.6},
      boostDocument: (id) => searchWeight[entries[id][0]],
    },
  });
  index.addAll(entries.map(([, title, , , text, also], id) => ({id, title: also ? `${title} ${also}` : title, text})));
  searchIndex = (query) => {
    const all = index.search(query, {combineWith: 'AND'});
    // A name as code has it is asked for by that name.
    const name = /_|::/.test(query) && query.trim().replace(/^.*::/, '');
    const named = ({id}) => Number(entries[id][1].replace(/^.*::/, '') === name);
    const found = (all.length ? all : index.search(query)).sort((a, b) => named(b) - named(a)).slice(0, 12);
    return found.map(({id, terms}) => ({entry: {title: entries[id][1], where: entries[id][2], url: entries[id][3], text: entries[id][4]}, words: terms}));
  };
  document.getElementById('query').dispatchEvent(new Event('input'));
}

function excerpt(entry, words) {
  const body = entry.text.toLowerCase();
  const at = Math.min(...words.map((word) => body.indexOf(word)).filter((place) => place >= 0), 1e9);
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
    if (!searchIndex || !box.value.trim()) return close();
    const results = searchIndex(box.value);
    list.replaceChildren(...results.map(({entry, words}, i) => {
      const option = document.createElement('li');
      option.id = `found-${i}`;
      option.setAttribute('role', 'option');
      option.setAttribute('aria-selected', 'false');
      option.dataset.url = entry.url;
      const title = document.createElement('b');
      title.textContent = entry.title;
      const where = document.createElement('span');
      where.textContent = entry.where;
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
    for (const name of ['minisearch.js', 'search_index.js']) {
      const script = document.createElement('script');
      script.src = name;
      script.async = false;  // one after the other
      document.head.append(script);
    }
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
