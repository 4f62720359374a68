// SPDX-License-Identifier: MIT
// How the page looks and what can be pressed: sizes of windows and boards, notices, questions.

import { serve, launch, folder, visit, test, run, ok, same } from './browser.mjs';

const game = (kind, width, height, more = {}) => ({ game: kind, rule: kind === 'hex' ? 'hex' : 'freestyle', width, height, opening: 'free', seats: ['human', 'human'], ...more });
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const lying = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };

const rect = (page, selector) => page.evaluate((what) => {
  const { left, top, right, bottom, width, height } = document.querySelector(what).getBoundingClientRect();
  return { left, top, right, bottom, width, height };
}, selector);

// Moves as a person makes them, without the mouse's way.
const play = async (page, moves) => {
  for (const move of moves) await page.evaluate((word) => window.tengen.choose(word), move);
};

test('every board fits every window', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const windows = [[1280, 860], [1280, 640], [1920, 1080], [820, 1180], [800, 600], [390, 844], [320, 568], [844, 390], [932, 430], [667, 375]];
  const boards = [['gomoku', 15, 15], ['gomoku', 5, 25], ['gomoku', 25, 5], ['hex', 11, 11], ['hex', 19, 19]];
  const wrong = [];
  for (const [kind, width, height] of boards) {
    await hands.begin(game(kind, width, height));
    for (const [w, h] of windows) {
      await page.setViewportSize({ width: w, height: h });
      const board = await rect(page, 'svg.board');
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      const name = `${kind} ${width}x${height} in ${w}x${h}: ${Math.round(board.width)}x${Math.round(board.height)}`;
      if (wide > w || board.right > w) wrong.push(name + ' is too wide');
      if (board.bottom > h) wrong.push(name + ' is too high');
      // One of its sides is as long as the window allows.
      if (board.height < h - 265 && board.width < Math.min(w - 460, 0.5 * w)) wrong.push(name + ' is too small');
    }
  }
  same(wrong.join('; '), '', 'boards');
  await hands.close();
});

test('choices come and go, and nothing else moves', async ({ browser, server }) => {
  for (const options of [{}, phone, lying]) {
    const hands = await visit(browser, server.url, options);
    const { page } = hands;
    const places = () => page.evaluate(() => ['board', 'controls', 'side'].map((id) => Math.round(document.getElementById(id).getBoundingClientRect().top)).join());
    for (const language of options === phone ? ['en', 'zh', 'ja', 'ko', 'cs', 'vi', 'ru', 'de'] : ['en']) {
      await page.evaluate((name) => window.tengen.setLanguage(name), language);
      await hands.begin(game('gomoku', 15, 15, { opening: 'swap2' }));
      const before = await places();
      await play(page, ['h8', 'i9', 'j6']);
      await page.waitForSelector('[data-choice="put-two"]');
      same(await places(), before, `${language}: places`);
      const turn = await rect(page, '#turn');
      const [text, buttons] = [await rect(page, '#status'), await rect(page, '#choices')];
      ok(text.top >= turn.top - 1 && buttons.bottom <= turn.bottom + 1, `${language}: the row is high enough: ${text.top} to ${buttons.bottom} in ${turn.top} to ${turn.bottom}`);
      ok(buttons.left >= 0 && buttons.right <= (await page.evaluate(() => innerWidth)), `${language}: the buttons are on the screen`);
    }
    await hands.begin(game('gomoku', 15, 15, { seats: ['human', 'random'] }));
    const before = await places();
    await page.evaluate(() => window.tengen.sitting.pause(true));
    await page.waitForSelector('#resume');
    same(await places(), before, 'paused');
    await hands.close();
  }
});

test('a notice lies on top of a dialog, and on nothing that can be pressed', async ({ browser, server }) => {
  for (const options of [{}, { viewport: { width: 900, height: 700 } }, phone, lying]) {
    const hands = await visit(browser, server.url, options);
    const { page } = hands;
    const size = JSON.stringify(page.viewportSize());
    const onTop = () => page.evaluate(async () => {
      const box = document.getElementById('toast');
      await Promise.all(box.getAnimations().map((move) => move.finished));
      const { left, top, width, height } = box.getBoundingClientRect();
      box.style.pointerEvents = 'auto';
      const top_ = document.elementFromPoint(left + width / 2, top + height / 2) === box;
      box.style.pointerEvents = '';
      return top_;
    });
    await page.evaluate(() => window.tengen.toast('The server is away; trying again, and this sentence is rather long'));
    ok(await onTop(), `${size}: seen`);
    const toast = await rect(page, '#toast');
    for (const other of ['#controls', 'svg.board', '#menu', '#side']) {
      const box = await rect(page, other);
      const apart = toast.right <= box.left || toast.left >= box.right || toast.bottom <= box.top || toast.top >= box.bottom;
      ok(apart || other === '#side' && toast.top >= box.bottom, `${size}: apart from ${other}: ${JSON.stringify(toast)} ${JSON.stringify(box)}`);
    }
    await page.click('#share');
    await page.waitForSelector('dialog[open]');
    ok(await onTop(), `${size}: above a dialog that opens`);
    await page.evaluate(() => window.tengen.toast(''));
    await page.evaluate(() => window.tengen.toast('no such format'));
    ok(await onTop(), `${size}: above a dialog that is open`);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { state: 'detached' });
    ok(await page.evaluate(() => document.getElementById('toast').parentNode === document.body), 'and it outlives the dialog');
    await hands.close();
  }
});

test('the cursor on Hex is a hexagon', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  for (const [kind, shape] of [['hex', 'polygon'], ['gomoku', 'rect']]) {
    await hands.begin(game(kind, 11, 11));
    await page.keyboard.press('b');
    await page.keyboard.press('ArrowRight');
    same(await page.evaluate(() => document.querySelector('.cursor').tagName), shape, kind);
  }
  await hands.close();
});

test('resigning and deleting ask first', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin(game('gomoku', 15, 15));
  await play(page, ['h8', 'i9', 'g7', 'j10']);
  const nodes = () => page.evaluate(() => window.tengen.sitting.tree.nodes.length);
  await page.evaluate(() => window.tengen.go(2));
  await page.click('#prune');
  ok(/i9.*3 moves/.test(await page.textContent('dialog p')), 'it says what goes: ' + await page.textContent('dialog p'));
  await page.keyboard.press('Escape');
  same(await nodes(), 5, 'moves after Escape');
  await page.click('#prune');
  await page.click('#sure');
  await page.waitForFunction(() => window.tengen.sitting.tree.nodes.length === 2);
  await page.click('#resign');
  ok(/White/.test(await page.textContent('dialog p')), 'it says who gives up');
  await page.getByText('Cancel').click();
  same(await page.evaluate(() => window.tengen.sitting.over()), false, 'over after Cancel');
  await page.click('#resign');
  await page.click('#sure');
  await page.waitForFunction(() => window.tengen.sitting.over());
  same(await hands.status(), 'Black wins by resignation', 'the status line');
  await page.click('#library');
  await page.locator('.cards-list .danger').first().click();
  await page.waitForSelector('#sure');
  await hands.close();
});

test('the move that is shown is in view, and its comment below it', async ({ browser, server }) => {
  for (const options of [{ viewport: { width: 1280, height: 700 } }, phone]) {
    const hands = await visit(browser, server.url, options);
    const { page } = hands;
    const nodes = [{}];
    for (let i = 0; i < 200; i++) nodes.push({ up: i, move: String.fromCharCode(97 + (i % 15)) + (1 + Math.floor(i / 15)), side: i % 2 ? 'w' : 'b' });
    await page.evaluate((list) => window.tengen.open({ game: 'hex', rule: 'hex', width: 15, height: 15, opening: 'free', nodes: list }, 0), nodes);
    const seen = () => page.evaluate(() => {
      const [box, here] = [document.getElementById('moves'), document.querySelector('#moves .here')].map((node) => node.getBoundingClientRect());
      return here.top >= box.top - 1 && here.bottom <= box.bottom + 1;
    });
    const far = await page.evaluate(() => window.tengen.sitting.at);
    ok(far > 100, 'a long game: ' + far);
    ok(await seen(), 'the last move');
    for (const node of [1, 60, far]) {
      await page.evaluate((n) => window.tengen.go(n), node);
      ok(await seen(), 'move ' + node);
    }
    // Somebody reads elsewhere in the list: what an engine says does not take that away.
    await page.evaluate(() => { document.getElementById('moves').scrollTop = 0; window.tengen.draw(); });
    same(await page.evaluate(() => document.getElementById('moves').scrollTop), 0, 'a list that was scrolled');
    const [list, note] = [await rect(page, '#moves'), await rect(page, '#note')];
    ok(note.top - list.bottom < 30, 'the comment follows the list');
    if (!options.isMobile) ok(note.bottom < 700, 'the comment is on the screen');
    await hands.close();
  }
});

test('what would do nothing cannot be pressed', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const off = (id) => page.evaluate((name) => { const node = document.getElementById(name); return node.disabled || node.hidden; }, id);
  const all = async (what, wanted) => {
    for (const [id, value] of Object.entries(wanted)) same(await off(id), value, `${what}: ${id} is off`);
  };
  await hands.begin(game('gomoku', 15, 15));
  await all('empty board', { first: true, back: true, next: true, last: true, undo: true, pause: true, promote: true, prune: true, resign: false });
  await page.keyboard.press('p');
  same(await page.evaluate(() => window.tengen.sitting.paused), false, 'the key for Pause');
  await play(page, ['h8', 'h9', 'i8', 'i9', 'g8']);
  await all('main line', { promote: true, prune: false, next: true, last: true, first: false, back: false });
  await page.evaluate(() => window.tengen.go(3));
  await play(page, ['j9']);
  await all('variation', { promote: false });
  await page.click('#promote');
  await page.waitForFunction(() => document.getElementById('promote').disabled);
  // Two people with a clock have something to pause; a game that is over has not.
  await hands.begin(game('gomoku', 15, 15, { clock: { base: 60000, add: 0 } }));
  await all('a clock', { pause: false });
  await hands.begin(game('gomoku', 15, 15, { seats: ['human', 'random'] }));
  await all('an engine', { pause: false, resign: false });
  await page.evaluate(() => window.tengen.sitting.resign());
  await page.waitForFunction(() => window.tengen.sitting.over());
  await all('over', { pause: true, resign: true, hint: true });
  await page.evaluate(() => window.tengen.go(0));
  await all('the start of a game that is over', { pause: true, resign: true });
  await page.click('#tab-analysis');
  await all('the start of it', { analyse: false });
  await page.evaluate(() => window.tengen.go(1));
  await all('its end', { analyse: true });
  // An engine's turn: whoever is to move would resign.
  await hands.begin(game('gomoku', 15, 15, { seats: ['tengen', 'human'], time_ms: 20000 }));
  await page.waitForFunction(() => window.tengen.sitting.thinks());
  await all('thinking', { resign: true, hint: true, pause: false });
  await page.click('#pause');
  await page.click('#set-up');
  await all('set-up', { first: true, undo: true, pause: true, resign: true, hint: true });
  await page.click('#set-up');
  await page.waitForSelector('#tab-moves');
  same(hands.troubles.join(), '', 'troubles');
  await hands.close();
});

test('only the engine at full strength shows its chances', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  for (const [spec, shown] of [['tengen', true], ['tengen:level=10', true], ['tengen:level=1', false], ['tengen:level=9', false]]) {
    await hands.begin(game('gomoku', 15, 15, { seats: [spec, 'human'], time_ms: 20000 }));
    await page.waitForFunction(() => window.tengen.sitting.thinks());
    const text = await page.evaluate(() => {
      window.tengen.sitting.thought = { depth: 7, lines: [{ win: 0.61 }] };
      window.tengen.draw();
      return document.querySelector('#card-b small').textContent;
    });
    same(text, shown ? 'Depth 7 · 61%' : 'Depth 7', spec);
  }
  await hands.close();
});

test('players are offered with the rules and boards they play', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const value = (name) => page.inputValue(`dialog [name=${name}]`);
  await page.click('#new-game');
  await page.selectOption('dialog [name=opening]', 'swap2');
  await page.selectOption('dialog [name=size]', '19');
  await page.selectOption('dialog [name=seat1]', 'gomokuku');
  same(await value('rule'), 'standard', 'its rule');
  same(await value('size'), '15', 'its board');
  same(await value('opening'), 'free', 'its opening');
  await page.selectOption('dialog [name=rule]', 'renju');
  same(await value('seat1'), 'tengen', 'of another rule it knows nothing');
  await page.selectOption('dialog [name=seat0]', 'human');
  await page.selectOption('dialog [name=seat1]', 'gomokuku');
  await page.click('#start');
  await page.waitForFunction(() => window.tengen.sitting.tree.head.rule === 'standard');
  await hands.move('h8');
  await page.waitForFunction(() => window.tengen.sitting.may() && window.tengen.sitting.tree.nodes.length === 3);
  await page.click('#card-w');
  const offered = await page.locator('dialog [name=seat1] option').evaluateAll((list) => list.map((option) => option.value).join());
  same(offered, 'human,tengen,random,gomokuku', 'who can sit down here');
  await hands.close();
});

test('players and refusals speak the person’s language', async ({ browser, server }) => {
  const hands = await visit(browser, server.url, { locale: 'de' });
  const { page } = hands;
  await page.click('#new-game');
  await page.selectOption('dialog [name=seat1]', 'tengen');
  ok(/diese Engine/.test(await page.textContent('dialog')) && !/this engine/.test(await page.textContent('dialog')), 'the engine');
  await page.selectOption('dialog [name=seat1]', 'gomokuku');
  ok(/paralleles Minimax/.test(await page.textContent('dialog')), 'another player');
  await page.keyboard.press('Escape');
  for (const [text, wanted] of [['foo', '„foo“ ist kein Zug; die Felder gehen von a1 bis o15'], ['(;GM[4]SZ[15];B[hh];W[hh])', 'Zug 2, h8: h8 ist besetzt']]) {
    await page.click('#share');
    await page.fill('#import-text', text);
    await page.click('#import');
    await page.waitForFunction((sentence) => document.getElementById('toast').textContent === sentence, wanted);
    await page.keyboard.press('Escape');
  }
  await hands.close();
});

test('a server that keeps no games is known as one in every language', async ({ browser }) => {
  const server = await serve('none');
  for (const locale of ['en', 'de', 'ja']) {
    const hands = await visit(browser, server.url, { locale });
    await hands.begin(game('gomoku', 15, 15));
    await hands.move('h8');
    await hands.page.waitForFunction(() => document.getElementById('kept').dataset.state === 'none', null, { timeout: 5000 });
    await hands.close();
  }
  await server.end();
});

const files = folder();
const server = await serve(files.db);
const browser = await launch();
const failed = await run({ browser, server, files });
await browser.close();
same(await server.end(), 0, 'the server’s exit code');
files.remove();
process.exit(failed ? 1 : 0);
