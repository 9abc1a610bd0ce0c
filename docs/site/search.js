// SPDX-License-Identifier: Apache-2.0
// The search box: MiniSearch over search_index.js, both loaded at first use. The glossary comes before chapters, other
// pages, pages that are not for students, and the API.
'use strict';

const searchWeight = {word: 6, chapter: 2, page: 1.2, internal: 1, api: 1};
const searchOrder = {word: 0, chapter: 0, page: 0, internal: 1, api: 2};
const searchShown = 12, searchOfOnePage = 2, searchOfApi = 3;
let searchIndex = null;

const searchIgnores = new Set('a an and are be can do does how i in is it my of on or the this to what when where which why with'.split(' '));

// Returns a word without its ending, or null for a word that is not searched for.
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
function siteSearchIndex(entries, synonyms) {
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
  // The query, and the query in the pages' own words. If only several words together have a meaning, the query itself
  // is left out.
  const meant = (query) => {
    const plain = ` ${query.toLowerCase().replace(/[^\w:]+/g, ' ').trim()} `;
    const [said, words] = synonyms.find(([one]) => plain.includes(` ${one} `)) ?? ['', []];
    const all = [...(said.includes(' ') ? [] : [query]), ...words.map((word) => plain.replace(` ${said} `, ` ${word} `))];
    return {combineWith: 'OR', queries: all.map((one) => ({combineWith: 'AND', queries: [one]}))};
  };
  searchIndex = (query) => {
    const all = index.search(meant(query));
    // Entries whose name is the query come first.
    const name = /_|::|[a-z][A-Z]/.test(query) && query.trim().replace(/^.*::/, '');
    const named = ({id}) => Number(entries[id][1].replace(/^.*::/, '') === name);
    const order = ({id}) => searchOrder[entries[id][0]];
    const found = (all.length ? all : index.search(query)).sort((a, b) => named(b) - named(a) || order(a) - order(b));
    const ofPage = new Map(), api = found.filter((one) => order(one) === 2).slice(0, searchOfApi);
    const others = found.filter((one) => {
      const page = entries[one.id][3].split('#')[0], count = (ofPage.get(page) ?? 0) + 1;
      ofPage.set(page, count);
      return order(one) < 2 && count <= (entries[one.id][0] === 'word' ? 4 : searchOfOnePage);
    });
    const shown = [...api.filter(named), ...others.slice(0, searchShown - api.length), ...api.filter((one) => !named(one))];
    return shown.map(({id, terms}) => ({entry: {title: entries[id][1], where: entries[id][2], url: entries[id][3], text: entries[id][4]}, words: [...terms].sort((a, b) => query.toLowerCase().includes(b) - query.toLowerCase().includes(a) || b.length - a.length)}));
  };
  document.getElementById('query').dispatchEvent(new Event('input'));
}

// Returns the words around an entry's first hit, and an address at which a browser marks that place.
function excerpt({text, url}, words) {
  const body = text.toLowerCase();
  const at = words.map((word) => body.search(new RegExp(`(?<![a-z])${word.replace(/\W/g, '.')}`))).find((place) => place >= 0);
  if (at === undefined) return {before: text.slice(0, 90), hit: '', after: '', url};
  const begin = body.lastIndexOf(' ', at) + 1, hit = text.slice(begin).match(/^\S+/)[0], end = begin + hit.length;
  const from = Math.max(0, text.lastIndexOf(' ', begin - 24) + 1);
  const phrase = text.slice(begin).match(/^\S+(?: [\w,.]+){0,3}/)[0].replace(/[^\w)]+$/, '');
  return {before: (from ? '… ' : '') + text.slice(from, begin), hit, after: text.slice(end, end + 80),
    url: `${url}${url.includes('#') ? '' : '#'}:~:text=${encodeURIComponent(phrase).replace(/-/g, '%2D')}`};
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
      const {before, hit, after, url} = excerpt(entry, words);
      const text = document.createElement('small'), mark = document.createElement('mark');
      mark.textContent = hit;
      text.append(before, mark, after);
      option.append(title, where, text);
      option.addEventListener('mousedown', (event) => event.preventDefault());
      option.addEventListener('click', () => (location.href = url));
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
      script.async = false;  // scripts run in order
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
      option?.click();
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
