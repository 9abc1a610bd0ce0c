// SPDX-License-Identifier: Apache-2.0
// Tests programs that readers edit and run in the page (docs/playground): types as a reader would, and checks the
// page's response. The compiler is slow on a busy machine, so nothing here depends on how long something takes, except
// runs that must be stopped.
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

const kPatience = 600000;  // ms

const kernel = (parameters, body, launch, host = '') => `#include <cstdio>
__global__ void wrong_kernel(${parameters}) {
${body}
}
int main() {
  int* d;
  cudaMalloc(&d, 64 * sizeof(int));
  cudaMemset(d, 0, 64 * sizeof(int));
  ${host}
  wrong_kernel<<<${launch}>>>(d);
  std::printf("%s\\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(d);
}
`;

// The text that is typed, the message expected below the buttons, and the expected findings.
const typed = [
  ['a race in shared memory', kernel('int* d', '  __shared__ int s[32];\n  s[threadIdx.x] = 1;\n  d[threadIdx.x] = s[31 - threadIdx.x];', '1, 32'), /the checkers found/, /Race in wrong_kernel.*line 5 read.*line 4/s],
  ['its barrier', kernel('int* d', '  __shared__ int s[32];\n  s[threadIdx.x] = 1;\n  __syncthreads();\n  d[threadIdx.x] = s[31 - threadIdx.x];', '1, 32'), /the checkers found nothing/, /^$/],
  ['an index too high', kernel('int* d', '  d[threadIdx.x + 1] = 1;', '1, 64'), /the checkers found a bug/, /Out of bounds in wrong_kernel.*line 3/s],
  ['an unset word of shared memory', kernel('int* d', '  __shared__ int s[32];\n  d[threadIdx.x] = s[threadIdx.x];', '1, 32'), /the checkers found a bug/, /Uninitialised read in wrong_kernel.*line 4/s],
  ['barriers in two branches', kernel('int* d', '  if (threadIdx.x < 16) __syncthreads();\n  else __syncthreads();', '1, 32'), /the checkers found/, /arrier/],
  ['a missing semicolon', kernel('int* d', '  d[0] = 1', '1, 1'), /It doesn't compile\. Line 3: expected ';'/, /^$/],
  ['a header that does not exist', '#include <windows.h>\nint main() {}\n', /It doesn't compile\. Line 1: 'windows\.h' file not found/, /^$/],
  ['an unknown name', kernel('int* d', '  d[0] = nothing;', '1, 1'), /It doesn't compile\. Line 3: .*'nothing'/, /^$/],
  ['a function without a definition', 'void f(int);\nint main() {\n  f(1);\n}\n', /It doesn't compile\. Line 3: 'f' is used, but not defined/, /^$/],
  ['an empty text', '', /The program has no main function/, /^$/],
  ['an endless loop', kernel('int* d', '  volatile int here = 0;\n  while (here == 0) {}', '1, 1', 'std::fflush(stdout);'), /was stopped|deadlock|found/, /.*/s],
  ['an endless loop on the host', 'int main() { volatile int here = 0; while (here == 0) {} }\n', /It ran for 10 s, and was stopped/, /^$/],
  ['writes everywhere', 'int main() { for (volatile int* p = nullptr;; ++p) *p = 7; }\n', /stopped/, /^$/],
  ['a kernel that writes everywhere', kernel('int* d', '  for (int i = 0;; ++i) d[i] = 7;', '1, 1'), /stopped|found/, /.*/s],
  ['100 million threads', kernel('int* d', '  atomicAdd(d, 1);', '100000, 1024'), /stopped|found/, /.*/s],
  ['a megabyte', '// '.repeat(350000), /The text has 1050000 characters, and at most 204800 are compiled/, /^$/],
  ['a status', '#include <cstdlib>\nint main() { std::exit(3); }\n', /It ended with status 3/, /^$/],
];

// One editor of a page, as a reader uses it.
export class Editor {
  constructor(tab, selector) {
    this.tab = tab;
    this.place = tab.locator(selector).first();
    this.content = this.place.locator('.cm-content');
  }
  async open() {
    await this.place.getByRole('button', {name: /Edit and run|Write/}).click();
    await this.content.waitFor();
  }
  press(name) {
    return this.place.getByRole('button', {name, exact: true}).click();
  }
  // Pasted all at once, because a long text would take minutes letter by letter.
  async type(text) {
    await this.content.focus();
    await this.tab.keyboard.press('ControlOrMeta+a');
    await this.tab.keyboard.press('Delete');
    await this.content.evaluate((content, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      content.dispatchEvent(new ClipboardEvent('paste', {clipboardData, bubbles: true, cancelable: true}));
    }, text);
  }
  async ended(before) {
    await this.tab.waitForFunction(([place, count]) => Number(place.dataset.runs ?? 0) > count, [await this.place.elementHandle(), before], {timeout: kPatience});
    return this.said();
  }
  async runs() {
    return Number((await this.place.getAttribute('data-runs')) ?? 0);
  }
  async run(begin = () => this.press('Run')) {
    const before = await this.runs();
    await begin();
    return this.ended(before);
  }
  said() {
    return this.place.locator('.said').innerText();
  }
  async findings() {
    return (await this.place.locator('.finding').allInnerTexts()).join('\n');
  }
  marks() {
    return this.place.locator('.cm-lint-marker').count();
  }
}

// Pictures of the editor on both screens, light and dark; the page is never wider than its screen.
export async function shots(tab, editor, page, what, {wide, phone, screenshots, expect}) {
  for (const [name, viewport] of [['wide', wide], ['phone', {...phone, width: 390}]]) {
    for (const colorScheme of ['light', 'dark']) {
      await tab.setViewportSize(viewport);
      await tab.emulateMedia({colorScheme});
      await editor.place.screenshot({path: join(screenshots, `${what}_${name}_${colorScheme}.png`)});
      const width = await tab.evaluate(() => document.documentElement.scrollWidth);
      expect(width <= viewport.width, page, `with an editor it is ${width} pixels wide on a screen of ${viewport.width}`);
    }
  }
  await tab.setViewportSize(wide);
}

export async function checkPlayground({browser, html, site, open, complain, wide, phone, screenshots}) {
  if (!existsSync(join(html, 'playground/sizes.json'))) {
    console.log('not checked: programs that are edited in the page (docs/playground was not built)');
    return;
  }
  const expect = (good, page, words) => good || complain(page, words);
  const {programs} = JSON.parse(readFileSync(join(html, 'playground/workbook.json'), 'utf8'));
  let page = 'notes_03_single_block_scan_bug.html';
  const context = await browser.newContext({viewport: wide, colorScheme: 'light'});
  const tab = await open(context);
  const asked = [];
  tab.on('request', (request) => asked.push(request.url()));
  await tab.goto(site + page);
  expect(!asked.some((address) => /playground\/(?!playground\.js)/.test(address)), page, 'loads parts of the editor before anyone presses Edit');

  // The chapter's own program runs, and the page reports its race.
  const program = '03_source_scan.cu', editor = new Editor(tab, `.playground[data-program="${program}"]`);
  await editor.open();
  const said = await editor.run(() => editor.content.press('ControlOrMeta+Enter'));
  expect(/checkers found 2 bugs/.test(said), page, `${program}: ${said}`);
  expect(/line 22 write.*line 20 earlier read/s.test(await editor.findings()), page, `${program}: the race's lines are not 22 and 20: ${await editor.findings()}`);
  expect(await editor.marks() > 0, page, `${program}: no line is marked`);
  if (existsSync(join(html, 'playground/compare.js'))) await checkTimeline({tab, editor, page, program, text: programs[program], expect});
  await shots(tab, editor, page, 'playground', {wide, phone, screenshots, expect});

  for (const [what, text, sentence, findings] of typed) {
    await editor.type(text);
    const answer = await editor.run(), found = await editor.findings();
    expect(sentence.test(answer), page, `${what}: the page says "${answer}"`);
    expect(findings.test(found), page, `${what}: the findings are "${found}"`);
  }

  // Stop leaves only the compiling worker.
  await editor.type('int main() { volatile int here = 0; while (here == 0) {} }\n');
  const before = await editor.runs();
  await editor.press('Run');
  await tab.waitForFunction((place) => place.querySelector('.said').textContent.startsWith('Running'), await editor.place.elementHandle(), {timeout: kPatience});
  await editor.press('Stop');
  const stopped = await editor.ended(before);
  expect(/You stopped it|It ran for 10 s/.test(stopped), page, `Stop: ${stopped}`);
  for (let look = 0; tab.workers().length > 1 && look < 100; ++look) await tab.waitForTimeout(100);  // workers end with a delay
  expect(tab.workers().length === 1, page, `${tab.workers().length} workers are left after the runs`);

  // The typed text is stored, shared and reset.
  const text = '// kept\nint main() { return 0; }\n';
  await editor.type(text);
  await editor.press('Share');
  await tab.waitForFunction(() => location.hash.includes('text='));
  const shared = tab.url();
  await editor.press('Reset');
  expect((await editor.content.innerText()).includes('Chapter 03: the source'), page, 'Reset does not restore the program');
  await tab.goto('about:blank');
  await tab.goto(shared);
  await editor.content.waitFor();
  expect((await editor.content.innerText()).includes('// kept'), page, 'the link does not restore the text');
  await editor.type(text.replace('kept', 'changed'));
  await tab.waitForFunction(() => !location.hash.includes('text='));
  await tab.reload();
  await editor.content.waitFor();
  expect((await editor.content.innerText()).includes('// changed'), page, 'a reload shows the text of the link, not the changed text');
  await tab.goto('about:blank');
  await tab.goto(shared);
  await editor.content.waitFor();
  await tab.waitForFunction((place) => place.querySelector('.said').textContent, await editor.place.elementHandle());
  expect(/replaces the text that you typed/.test(await editor.said()), page, `a link to another text: ${await editor.said()}`);
  await tab.goto('about:blank');
  await tab.goto(`${site}${page}#edit=${program}&text=AAAA`);
  await editor.content.waitFor();
  expect(/is damaged/.test(await editor.said()), page, `a damaged link: ${await editor.said()}`);
  await checkMemory({browser, editor, page, expect});
  await context.close();
  for (const feature of ['WebAssembly', 'WebAssembly.Suspending']) await checkWithout(feature, await browser.newContext({viewport: wide}), {site, page, open, expect});
  console.log(`${typed.length} programs typed into ${page}; the site has ${Object.keys(programs).length}`);
}

// The reader chooses the order of the blocks, sees who read and wrote an element, and fixes the race.
async function checkTimeline({tab, editor, page, program, text, expect}) {
  const timeline = editor.place.locator('.timeline');
  const order = (words) => editor.place.getByLabel('Order of the blocks').selectOption(words);
  const history = async () => (await timeline.locator('table, pre').allInnerTexts()).join('\n');
  expect(/d_bins\[3\], in order/.test(await timeline.innerText()), page, `the timeline is not of d_bins[3]: ${await timeline.innerText()}`);
  expect(/lockstep\s+fifo\n.*reads 4\s+<--\s.*reads 10\s+<-- wrong.*d_bins\[my_id\] = current_cdf;/s.test(await history()), page, `the timeline does not compare lockstep and fifo: ${await history()}`);
  expect(/Thread 0 of block 1 .*gets 4 under lockstep, but 10 under fifo, where d_bins\[3\] has been written 3 times/.test(await timeline.innerText()), page, `the timeline says ${await timeline.innerText()}`);
  for (const [name, words] of [['d_bins[7]', /Every read of d_bins\[7\] gets the same value/], ['nothing[3]', /nothing/], ['d_bins[', /SIMCU_WATCH/], ['d_cdf[0]', /Every read of d_cdf\[0\]/]]) {
    await timeline.getByLabel('Another element').fill(name);
    await timeline.getByRole('button', {name: 'Show'}).click();
    await tab.waitForFunction((button) => !button.disabled, await timeline.getByRole('button', {name: 'Show'}).elementHandle(), {timeout: kPatience});
    const answer = await timeline.locator('[role=status]').innerText();
    expect(words.test(answer), page, `the timeline of ${name}: ${answer}`);
  }
  for (const [chosen, seed, name] of [['reverse', '', 'reverse'], ['random', '7', 'random:7'], ['fifo', '', 'fifo']]) {
    await order(chosen);
    if (seed) await editor.place.getByRole('spinbutton', {name: 'Seed'}).fill(seed);
    const said = await editor.run(), printed = await editor.place.locator('.output').first().innerText();
    expect(/checkers found (a bug|2 bugs)/.test(said) && printed.startsWith(name), page, `${program} under ${name}: ${said} ${printed}`);
    expect(new RegExp(`lockstep\\s+${name}\n`).test(await history()), page, `the timeline is not of ${name}: ${await history()}`);
  }
  const kernel = /__global__ void scan_kernel[^]*?\n}\n/, launch = /  scan_kernel<<<[^]*?"scan_kernel"\);\n/;
  const fixed = text.replace(kernel, `__global__ void step_kernel(const uint32_t* d_from, uint32_t* d_to, int interval) {
  const int my_id = blockDim.x * blockIdx.x + threadIdx.x;
  d_to[my_id] = d_from[my_id] + (my_id >= interval ? d_from[my_id - interval] : 0);
}
__global__ void exclusive_kernel(uint32_t* d_cdf, const uint32_t* d_sums) {
  const int my_id = blockDim.x * blockIdx.x + threadIdx.x;
  d_cdf[my_id] = my_id ? d_sums[my_id - 1] : 0;
}
`).replace(launch, `  for (int interval = 1; interval < blocks * threads; interval <<= 1) {
    step_kernel<<<blocks, threads>>>(d_bins.data(), d_cdf.data(), interval);
    std::swap(d_bins, d_cdf);
  }
  exclusive_kernel<<<blocks, threads>>>(d_cdf.data(), d_bins.data());
  CUDA_CHECK_LAUNCH("exclusive_kernel");
`);
  for (const chosen of ['fifo', '']) {
    await order(chosen);
    await editor.type(fixed);
    const said = await editor.run(), printed = await editor.place.locator('.output').first().innerText();
    expect(/checkers found nothing/.test(said) && !printed.includes('!'), page, `the fixed scan: ${said} ${printed}`);
    expect(await timeline.count() === 0, page, 'the fixed scan has a timeline');
  }
  await editor.press('Reset');
  await editor.run();
}

// The memory in MiB of the browser's largest page process, from /proc, and its processor time in seconds.
export async function pageProcess(browser) {
  const cdp = await browser.newBrowserCDPSession();
  const {processInfo} = await cdp.send('SystemInfo.getProcessInfo');
  await cdp.detach();
  const resident = (id) => (existsSync(`/proc/${id}/status`) ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024 : 0);
  return processInfo.filter(({type}) => type === 'renderer').map(({id, cpuTime}) => ({mib: resident(id), cpu: cpuTime})).sort((a, b) => b.mib - a.mib)[0];
}

// Runs the program of an editor again and again. Returns what pageProcess says after each run, and the run's seconds:
// in all, and those that the compiler took. The text is changed before each run but the first.
export async function runAgain(browser, editor, times) {
  const page = await editor.tab.context().newCDPSession(editor.tab), rows = [];
  for (let run = 1; run <= times; ++run) {
    if (run > 1) await editor.content.press('ControlOrMeta+End'), await editor.tab.keyboard.type('\n');
    await editor.run();
    await page.send('HeapProfiler.collectGarbage');
    const {all, ...steps} = JSON.parse(await editor.place.getAttribute('data-times'));
    rows.push({all: all / 1000, compile: Object.values(steps).reduce((sum, one) => sum + one, 0) / 1000, ...await pageProcess(browser)});
  }
  return rows;
}

// After the first runs, the page's process must not grow: a run that left its worker, module or text behind would add
// at least 10 MB.
async function checkMemory({browser, editor, page, expect}) {
  const rows = await runAgain(browser, editor, 50), most = (from, to) => Math.max(...rows.slice(from, to).map(({mib}) => mib));
  const before = most(5, 15), after = most(40, 50);
  expect(after < 1.2 * before, page, `its process has ${Math.round(before)} MiB after 15 runs, and ${Math.round(after)} MiB after 50`);
  console.log(`memory: at most ${Math.round(before)} MiB in runs 6 to 15, at most ${Math.round(after)} MiB in runs 41 to 50`);
}

async function checkWithout(feature, context, {site, page, open, expect}) {
  await context.addInitScript(`delete ${feature}`);
  const tab = await open(context);
  await tab.goto(site + page);
  const place = tab.locator('.playground').first();
  await place.getByRole('button', {name: /Edit and run/}).click();
  const said = await place.getByRole('status').innerText();
  expect(/This browser cannot run programs/.test(said), page, `without ${feature} the page says "${said}"`);
  await context.close();
}
