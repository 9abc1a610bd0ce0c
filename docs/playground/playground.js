// SPDX-License-Identifier: Apache-2.0
// The Edit buttons below listings that are parts of a program. Everything else is loaded when a button is pressed.
(() => {
  const places = [...document.querySelectorAll('.playground')];
  const shared = new URLSearchParams(location.hash.slice(1)).get('edit');
  const words = () => {
    if (location.protocol === 'file:') return 'Programs run only where this site is served over HTTP: a page that was opened as a file cannot load the compiler.';
    if (typeof WebAssembly !== 'object' || !WebAssembly.Suspending) return 'This browser cannot run programs, because it has no WebAssembly that can be suspended (JSPI). Chrome and Edge have it from version 137 on, Firefox from 153, Safari from 27.';
    return '';
  };
  for (const place of places) {
    const name = place.dataset.program ?? place.dataset.lab;
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = place.dataset.lab ? `Write ${name.slice(3)}.cu here` : `Edit and run ${name}`;
    const said = document.createElement('p');
    said.setAttribute('role', 'status');
    const open = async () => {
      said.textContent = words();
      if (said.textContent) return;
      button.disabled = true;
      try {
        if (!document.querySelector('link[href="playground/playground.css"]')) {
          document.head.append(Object.assign(document.createElement('link'), {rel: 'stylesheet', href: 'playground/playground.css'}));
        }
        const {open: editor} = await import(new URL('playground/editor.js', document.baseURI).href);
        await editor(place);
      } catch (error) {
        said.textContent = `The editor could not be loaded: ${error.message}`;
        button.disabled = false;
      }
    };
    button.addEventListener('click', open);
    place.append(button, said);
    place.hidden = false;
    if (shared === name && !places.slice(0, places.indexOf(place)).some((other) => (other.dataset.program ?? other.dataset.lab) === name)) {
      open().then(() => place.scrollIntoView());
    }
  }
})();
