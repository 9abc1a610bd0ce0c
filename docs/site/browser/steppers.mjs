// SPDX-License-Identifier: Apache-2.0
// Tests the steppers in a browser: their keys, their response to invalid input, the drawing on a page without scripts,
// and a page opened as a file. Their contents are recorded (docs/steppers), so only one known result of each is
// checked.
import {pathToFileURL} from 'node:url';
import {existsSync} from 'node:fs';
import {join} from 'node:path';

export async function checkSteppers({browser, html, site, open, complain, wide, phone}) {
  const expect = (good, page, words) => good || complain(page, words);
  const said = (tab, at = 0) => tab.locator('.stepper').nth(at).locator('.said').first().innerText();

  for (const viewport of [wide, phone]) {
    const context = await browser.newContext({viewport});
    const tab = await open(context);

    let page = 'notes_03_single_block_scan_bug.html';
    await tab.goto(site + page);
    const race = tab.locator('.stepper');
    const typed = race.locator('input[type=text]'), complaint = race.locator('.complaint');
    for (const [nonsense, answer] of [['0 2 1', "“2” isn't a block"], ['', 'Type the blocks'], ['00000000', 'Block 0 has 7 turns, and you gave it 8'], ['zero', "isn't a block"]]) {
      await typed.fill(nonsense);
      await typed.press('Enter');
      expect((await complaint.innerText()).includes(answer), page, `the race accepts "${nonsense}"`);
    }
    for (const [turns, answer] of [['00000001111111', 'Wrong sums: elements 4, 5, 6.'], ['01010101010101', 'all sums are right'], ['1111111', '']]) {
      await typed.fill(turns);
      await typed.press('Enter');
      expect((await said(tab)).includes(answer) && (await complaint.innerText()) === '', page, `the race does not say "${answer}" after ${turns}: ${await said(tab)}`);
    }
    for (const [order, answer] of [['lockstep', 'all sums are right'], ['fifo', 'Wrong sums: elements 4, 5, 6.'], ['reverse', 'Wrong sums: elements 4, 5, 6, 7.']]) {
      await race.locator('select').selectOption(order);
      expect((await said(tab)).includes(`Now ${order} decides`), page, `the race does not say what to do under ${order}: ${await said(tab)}`);
      await race.getByRole('button', {name: `All turns of ${order}`}).click();
      expect((await said(tab)).includes(answer), page, `${order} does not end with "${answer}": ${await said(tab)}`);
    }
    // A wrong value stays red until it is corrected. After `reverse`, elements 4 to 7 of both arrays are red.
    expect((await race.locator('.stage .box.wrong').count()) === 8, page, `${await race.locator('.stage .box.wrong').count()} wrong values are marked after reverse, not 8`);
    await race.locator('select').selectOption('own');
    await race.getByRole('button', {name: 'Run block 0'}).click();
    await race.getByRole('button', {name: 'Start again'}).click();
    await race.getByRole('button', {name: 'Run block 0'}).focus();
    for (const key of ['0', '0', '1']) await tab.keyboard.press(key);
    expect((await said(tab)).includes('finds 7; kept in step it would find 4'), page, `keys do not run blocks: ${await said(tab)}`);
    await tab.keyboard.press('ArrowLeft');
    expect((await said(tab)).startsWith('Turn 2') && (await said(tab)).includes('writes 1, 3, 5, 7'), page, 'the left arrow does not go back to the sums that turn 2 wrote');

    page = 'first_kernel.html';
    await tab.goto(site + page);
    const launch = tab.locator('.stepper'), sliders = launch.locator('input[type=range]');
    const threadSaid = launch.locator('.thread-said');
    expect((await said(tab)).includes('128 threads for 100 numbers. 28 threads too many'), page, `<<<2, 64>>>: ${await said(tab)}`);
    expect((await launch.locator('.box.idle').count()) === 28 && (await threadSaid.innerText()).includes('1 · 64 + 35 = 99. 99 < 100'), page, 'the masked threads are not those from 100 on');
    await sliders.nth(1).fill('200');
    expect((await said(tab)).includes('No thread has an index from 128 on: 72 numbers stay'), page, `n = 200: ${await said(tab)}`);
    await launch.getByRole('button', {name: 'As many blocks'}).click();
    expect((await launch.locator('.kernel').innerText()).includes('<<<4, 64>>>(d_numbers, 200)'), page, 'the launch does not have 4 blocks');
    await launch.locator('.box').nth(255).click();
    expect((await threadSaid.innerText()).includes('255 is not below 200, so it does nothing'), page, `thread 255: ${await threadSaid.innerText()}`);
    await launch.locator('input[type=checkbox]').check();
    expect((await launch.locator('.box.wrong').count()) === 56 && (await launch.locator('.kernel .out').innerText()) === 'if (i < n) ', page, 'without the if, not exactly 56 threads are out of bounds');

    page = 'notes_01_enumeration.html';
    await tab.goto(site + page);
    const tile = tab.locator('.stepper');
    for (const [barriers, schedule, wrong, answer] of [['11', 'fifo', 0, 'the checkers find nothing'], ['01', 'fifo', 4, 'answers 0, 1, 2, 3 are wrong'], ['01', 'lockstep', 4, 'answers 0, 1, 2, 3 are wrong'], ['10', 'lockstep', 0, 'right, by luck'], ['10', 'fifo', 0, 'at the end of the loop']]) {
      await tile.locator('select').nth(0).selectOption(barriers);
      await tile.locator('select').nth(1).selectOption(schedule);
      await tile.getByRole('button', {name: 'Next'}).focus();
      await tab.keyboard.press('End');
      expect((await said(tab)).includes(answer) && (await tile.locator('.box.wrong').count()) === wrong, page, `barriers ${barriers}, ${schedule}: ${await said(tab)}`);
    }
    await tile.locator('select').nth(1).selectOption('fifo');
    const waited = [];
    for (let step = 0; step < 8; ++step) {
      await tile.getByRole('button', {name: 'Next'}).click();
      waited.push(await tile.locator('.thread.waits').count());
    }
    expect(Math.max(...waited) === 4 && (await tile.locator('.kernel .out').count()) === 1, page, `threads at the barrier, step by step: ${waited}`);

    for (const lab of ['02_radix_cpu', '04_multiblock_radix', '05_level2_local_sort', '06_bucket_merge', '07_bitonic', '08_hybrid_radix']) {
      page = `notes_${lab}.html`;
      await tab.goto(site + page);
      const sort = tab.locator('.stepper[data-kind=sorts]');
      await sort.getByRole('button', {name: 'Next'}).focus();
      await tab.keyboard.press('End');
      const last = await sort.locator('.stage .box text').allTextContents();
      const out = lab.startsWith('06') ? last.slice(-13) : last;
      expect(out.length === 13 && out.every((key, i) => i === 0 || Number(out[i - 1]) <= Number(key)), page, `the last picture is not sorted: ${out}`);
      await tab.keyboard.press('Home');
      expect((await sort.locator('.count').innerText()).startsWith('0 /'), page, 'Home does not lead to the first step');
      await sort.locator('summary').click();
      const alert = sort.locator('.complaint');
      if (!existsSync(join(html, 'sorts.wasm.js'))) {
        await sort.locator('input[type=file]').setInputFiles({name: 'own.json', mimeType: 'application/json', buffer: Buffer.from('{"inputs": 3}')});
        await alert.filter({hasText: 'not a trace'}).waitFor().catch(() => complain(page, 'a file that is not a trace is accepted'));
        continue;
      }
      const keys = sort.locator('input[name=keys]');
      for (const [nonsense, answer] of [['', 'there are 0'], ['7', 'there is 1'], ['5 64', '“64” is not'], ['5 -1', '“-1” is not'], ['5 1e1', '“1e1” is not'], ['x'.repeat(99), 'is not a whole number'], ['1 '.repeat(33), 'there are 33']]) {
        await keys.fill(nonsense);
        await keys.press('Enter');
        expect((await alert.innerText()).includes(answer), page, `a reader's keys "${nonsense}": ${await alert.innerText()}`);
      }
      await keys.fill('9 0, 63 9 1');
      await keys.press('Enter');
      await sort.locator('[role=status]', {hasText: 'Sorted on this page'}).waitFor().catch(() => complain(page, "does not sort a reader's keys"));
      await sort.getByRole('button', {name: 'Next'}).focus();
      await tab.keyboard.press('End');
      const own = (await sort.locator('.stage .box text').allTextContents()).slice(-5);
      expect(own.join() === '0,1,9,9,63', page, `a reader's keys become ${own}`);
    }

    page = 'notes_05_level2_local_sort.html';
    await tab.goto(site + page);
    const both = tab.locator('.stepper[data-kind=scatter]');
    for (const [bits, tile, answer] of [['8', '1024', '1917 sectors for them, lab 05 548'], ['8', '256', 'lab 05 1304'], ['4', '256', '1046 sectors for them, lab 05 406']]) {
      await both.locator('select').nth(0).selectOption(bits);
      await both.locator('select').nth(1).selectOption(tile);
      await both.getByRole('button', {name: 'Next'}).or(both.getByRole('button', {name: 'Back'})).first().focus();
      await tab.keyboard.press('End');
      expect((await both.locator('.said').innerText()).includes(answer), page, `digits of ${bits} bits, tiles of ${tile} keys: ${await both.locator('.said').innerText()}`);
    }
    await tab.keyboard.press('Home');
    expect((await both.locator('.cell.key').last().getAttribute('d')) === '', page, 'Home does not empty the output');

    page = 'notes_04_multiblock_radix.html';
    await tab.goto(site + page);
    const warp = tab.locator('.stepper[data-kind=coalescing]');
    await warp.locator('input[type=range]').first().fill('8');
    expect((await warp.locator('.said').innerText()).includes('32 sectors'), page, 'a stride of 8 words does not touch 32 sectors');
    await warp.locator('select').selectOption('pitch');
    expect((await warp.locator('.said').innerText()).includes('32 wavefronts, 31 of them'), page, 'a column does not conflict with 32 words per row');

    page = 'notes_what_holds_a_kernel.html';
    await tab.goto(site + page);
    await tab.evaluate(() => document.querySelectorAll('#content details').forEach((details) => (details.open = true)));
    const wrong = await tab.evaluate(() => steppers.traces.occupancy.kernels.filter((k) => Math.abs(steppers.occupancy(k.threads, k.registers, k.shared_bytes) - k.occupancy_percent) > 0.06).map((k) => k.kernel));
    expect(wrong.length === 0, page, `the occupancy differs from h200_roofline.csv: ${wrong}`);
    // CUDA 13's cuda_occupancy.h gives these results for compute capability 9.0. They depend on the units in which
    // registers and shared memory are allocated.
    const other = await tab.evaluate(() => [[96, 40, 1024, 75], [1024, 40, 1024, 50], [33, 168, 1024, 18.75], [256, 32, 29185, 87.5], [256, 156, 1024, 12.5]].filter(([t, r, s, all]) => steppers.occupancy(t, r, s) !== all));
    expect(other.length === 0, page, `the occupancy differs from cuda_occupancy.h: ${JSON.stringify(other)}`);
    const registers = tab.locator('.stepper input[type=text]').nth(1);
    for (const nonsense of ['abc', '0', '256', '1e2', '-3', '']) {
      await registers.fill(nonsense);
      expect((await tab.locator('.stepper .complaint').nth(1).innerText()).includes('from 1 to 255'), page, `"${nonsense}" registers are accepted`);
    }
    await registers.fill('64');
    expect((await said(tab)).includes('32 of 64 warps, an occupancy of 50.0 %'), page, `64 registers: ${await said(tab)}`);
    await context.close();
  }

  // Nothing moves by itself. With reduced motion, nothing is animated either: a step is shown at once.
  const calm = await browser.newContext({viewport: wide, reducedMotion: 'reduce'});
  const quiet = await open(calm);
  for (const page of ['notes_03_single_block_scan_bug.html', 'notes_07_bitonic.html']) {
    await quiet.goto(site + page);
    const glides = () => quiet.evaluate(() => document.getAnimations().length + [...document.querySelectorAll('.stepper *')].filter((part) => getComputedStyle(part).transitionDuration.split(', ').some((time) => time !== '0s')).length);
    expect((await glides()) === 0, page, 'its stepper is animated despite reduced motion');
    const sort = quiet.locator('.stepper[data-kind=sorts]');
    if (!(await sort.count())) continue;
    expect((await sort.locator('.count').innerText()).startsWith('0 /'), page, 'its stepper starts by itself');
    await sort.getByRole('button', {name: 'Next'}).click();
    expect((await glides()) === 0 && (await sort.locator('.count').innerText()).startsWith('1 /'), page, 'a step is animated despite reduced motion');
  }
  await calm.close();

  // Without scripts, the page shows the drawing and a sentence.
  const silent = await browser.newContext({viewport: wide, javaScriptEnabled: false});
  const still = await open(silent);
  await still.goto(`${site}notes_03_single_block_scan_bug.html`);
  expect((await still.locator('.stepper').innerText()).includes('where scripts are allowed'), 'notes_03', 'says nothing without scripts');
  expect((await still.locator('figure.inline svg').count()) >= 3, 'notes_03', 'has no drawings without scripts');
  await silent.close();

  // The page is opened as a file, so the browser refuses modules and fetch.
  const plain = await browser.newContext({viewport: wide});
  const file = await open(plain);
  await file.goto(`${pathToFileURL(join(html, 'notes_07_bitonic.html'))}`);
  expect((await file.locator('.stepper .stage').count()) > 0, 'notes_07', 'its stepper does not run from a file');
  if (existsSync(join(html, 'sorts.wasm.js'))) {
    await file.locator('.stepper summary').click();
    await file.locator('input[name=keys]').fill('3 1 2');
    await file.locator('input[name=keys]').press('Enter');
    await file.locator('.stepper [role=status]', {hasText: 'Sorted on this page'}).waitFor().catch(() => complain('notes_07', "does not sort a reader's keys from a file"));
  }
  await file.click('#query');
  await file.keyboard.type('bank conflict');
  await file.waitForSelector('#found li[data-url]').catch(() => complain('search', 'does not work from a file'));
  await plain.close();
  console.log('steppers checked');
}
