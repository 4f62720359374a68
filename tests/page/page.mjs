// SPDX-License-Identifier: MIT
// What a person does in the page, in a real browser. SHOTS=DIR keeps screenshots to be looked at.

import { readFileSync } from 'node:fs';
import { serve, launch, folder, visit, test, run, ok, same } from './browser.mjs';
import { Socket } from './socket.mjs';

const shot = async (hands, name) => process.env.SHOTS && hands.page.screenshot({ path: `${process.env.SHOTS}/${name}.png` });

// A row of five in the direction with most room, whatever `random` does: play next to own stones.
async function winAgainstRandom(hands) {
  const { page } = hands;
  for (let turn = 0; turn < 60; turn++) {
    await page.waitForFunction(() => window.tengen.sitting.over() || window.tengen.sitting.may());
    const next = await page.evaluate(() => {
      const { sitting, board } = window.tengen;
      if (sitting.over()) return null;
      const { width: w, height: h } = board.geometry;
      const at = (x, y) => (x < 0 || y < 0 || x >= w || y >= h ? '#' : sitting.view.cells[y * w + x]);
      let best = null;
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++)
          for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
            let own = 0;
            let gap = null;
            for (let i = 0; i < 5; i++) {
              const c = at(x + dx * i, y + dy * i);
              if (c === 'w' || c === '#') { own = -1; break; }
              if (c === 'b') own++;
              else if (!gap || Math.abs(i - 2) < gap.d) gap = { x: x + dx * i, y: y + dy * i, d: Math.abs(i - 2) };
            }
            if (own >= 0 && gap && (!best || own > best.own)) best = { own, ...gap };
          }
      return board.geometry.name(best.x, best.y);
    });
    if (!next) return;
    await hands.move(next);
  }
}

test('a whole game of Gomoku is won against random', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  await hands.fill({ second: 'random' });
  await winAgainstRandom(hands);
  same(await hands.status(), 'Black wins', 'the status line');
  ok((await hands.page.locator('.won').count()) >= 5, 'the winning row is drawn');
  await shot(hands, 'won');
  same(hands.troubles.join(), '', 'troubles');
  await hands.close();
});

test('a swap2 opening asks its choices', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  await hands.fill({ opening: 'swap2' });
  for (const cell of ['h8', 'i9', 'j6']) await hands.move(cell);
  await hands.page.waitForSelector('[data-choice="swap-sides"]');
  await shot(hands, 'swap2');
  await hands.page.click('[data-choice="put-two"]');
  await hands.move('g7');
  await hands.move('k9');
  await hands.page.waitForSelector('[data-choice="swap-sides"]');
  ok(!(await hands.page.locator('[data-choice="put-two"]').count()), 'two more only once');
  await hands.page.click('[data-choice="swap-sides"]');
  await hands.page.waitForFunction(() => window.tengen.sitting.view.first === 'b' || window.tengen.sitting.view.first === 'w');
  await hands.move('h9');
  same((await hands.cells()).replace(/\./g, '').length, 6, 'stones');
  await hands.close();
});

test('the engine lays out a swap2 opening', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'swap2', seats: ['tengen:level=2', 'human'], time_ms: 100 });
  await hands.page.waitForSelector('[data-choice="swap-sides"]', { timeout: 20000 });
  same((await hands.cells()).replace(/\./g, '').length, 3, 'stones');
  await hands.close();
});

test('a forbidden point of renju is refused with its reason', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  await hands.fill({ rule: 'renju' });
  // Two threes meet at h8.
  for (const cell of ['g8', 'a1', 'i8', 'a3', 'h7', 'a5', 'h9', 'a7']) await hands.move(cell);
  await hands.page.waitForSelector('.forbidden[data-cell="h8"]');
  ok(/double three/.test(await hands.page.textContent('.forbidden[data-cell="h8"] title')), 'the mark says why');
  await hands.click('h8');
  await hands.page.waitForSelector('#toast.shown');
  ok(/h8: Forbidden for Black: double three/.test(await hands.page.textContent('#toast')), 'the refusal says why');
  ok(!(await hands.page.locator('.stone[data-cell="h8"]:not(.ghost)').count()), 'no stone there');
  await shot(hands, 'forbidden');
  await hands.close();
});

test('a Hex game with swap', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  await hands.fill({ game: 'hex', size: 5, opening: 'swap-pieces' });
  await hands.move('b4');
  await hands.page.click('[data-choice="swap-pieces"]');
  await hands.page.waitForSelector('.stone.white[data-cell="d2"]');
  for (const cell of ['c1', 'a2', 'c2', 'a3', 'c3', 'a4', 'c4', 'a5']) await hands.move(cell);
  ok((await hands.page.locator('.layer-under .area.side-b').count()) > 0, 'the connection of c4 with the edge is drawn');
  await hands.click('c5');
  await hands.page.waitForFunction(() => window.tengen.sitting.view.result !== 'none');
  same(await hands.status(), 'Black wins', 'the status line');
  ok((await hands.page.locator('.won').count()) >= 5, 'the path is drawn');
  await shot(hands, 'hex');
  await hands.close();
});

test('analysis: three candidates, a line on hover, pause, at rest when the page is gone', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  for (const cell of ['h8', 'i9', 'g7']) await hands.move(cell);
  await page.click('#tab-analysis');
  await page.click('#analyse');
  await page.waitForFunction(() => document.querySelectorAll('.candidate').length === 3);
  ok(await page.locator('#facts').count(), 'depth, nodes and speed');
  // The best moves may change while the hand is on its way.
  for (let tries = 0; tries < 10 && !(await page.locator('.planned').count()); tries++) {
    await page.mouse.move(5, 5);
    const cell = await page.evaluate(() => (window.tengen.analysis.data || { lines: [{ pv: ['h7'] }] }).lines[0].pv[0]);
    await page.mouse.move(...(await hands.where(cell)));
    await page.waitForTimeout(250);
  }
  ok((await page.locator('.planned').count()) > 1, 'the line is drawn');
  await shot(hands, 'analysis-line');
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector('.planned') && document.querySelectorAll('.candidate').length === 3);
  await shot(hands, 'analysis');
  await page.click('#analyse');
  await atRest(server, 'paused');
  await page.click('#analyse');
  await page.waitForFunction(() => document.querySelectorAll('.candidate').length === 3);
  await page.evaluate(() => { window.tengen.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] }); });
  await atRest(server, 'board cleared');
  await hands.move('h8');
  await page.click('#tab-analysis');
  await page.click('#analyse');
  await page.waitForFunction(() => document.querySelectorAll('.candidate').length === 3);
  await hands.close();
  await atRest(server, 'page closed');
  const before = cpu(server.pid);
  await new Promise((done) => setTimeout(done, 300));
  ok(cpu(server.pid) - before <= 3, 'nothing burns when nobody looks');
});

// The server itself says when the last engine came to rest, and how long any took to obey.
async function atRest(server, when) {
  const socket = await Socket.open(server.port);
  const ask = () => socket.ask({ type: 'rest', ask: 1 });
  let rest = await ask();
  for (let tries = 0; rest.thinking && tries < 40; tries++) {
    await new Promise((done) => setTimeout(done, 50));
    rest = await ask();
  }
  socket.end();
  same(rest.thinking, 0, when + ': engines at work');
  ok(rest.slowest_stop_us < 200000, `${when}: at rest within 200 ms, it took ${rest.slowest_stop_us} us`);
}

// Hundredths of a second of processor time so far.
function cpu(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

test('a whole-game report explains a blunder', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  // White lets an open three stand.
  for (const cell of ['h8', 'h9', 'g8', 'i9', 'i8', 'a1', 'j8', 'k8', 'f8']) await hands.move(cell);
  await page.click('#tab-report');
  await page.locator('#panel select').selectOption('0.1');
  await page.click('#whole-game');
  await page.waitForSelector('#whole-game', { timeout: 30000 });
  const text = await page.textContent('#findings');
  ok(/a1 allowed an open four at (f8|j8)/.test(text), 'the report blames a1: ' + text);
  await shot(hands, 'report');
  await page.locator('#graph').click({ position: { x: 1, y: 40 } });
  await page.waitForFunction(() => window.tengen.sitting.at === 0);
  await hands.close();
});

test('save, reload, find by position', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  for (const cell of ['c3', 'd4', 'e3']) await hands.move(cell);
  await page.fill('#note', 'a corner');
  await page.waitForTimeout(600);
  await hands.saved();
  await page.reload();
  await page.waitForSelector('.stone[data-cell="e3"]');
  same(await page.inputValue('#note'), 'a corner', 'the comment');
  // The same position the other way round, from scratch.
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  for (const cell of ['k13', 'l12', 'm13']) await hands.move(cell);
  await hands.saved();
  await page.click('#library');
  await page.waitForSelector('.game-row');
  const all = await page.locator('.game-row').count();
  await page.check('[name=position]');
  await page.waitForFunction((n) => document.querySelectorAll('.game-row').length === n, 2);
  ok(all > 2, 'there are others');
  await shot(hands, 'library');
  await page.fill('dialog [name=player]', 'nobody of that name');
  await page.waitForFunction(() => !document.querySelector('.game-row'));
  await page.fill('dialog [name=player]', 'random');
  await page.uncheck('[name=position]');
  await page.selectOption('dialog [name=result]', 'black');
  await page.waitForFunction(() => { const rows = [...document.querySelectorAll('.game-row')]; return rows.length && rows.every((row) => /Random/.test(row.textContent) && /1–0/.test(row.textContent)); });
  await page.fill('dialog [name=player]', '');
  await page.selectOption('dialog [name=result]', '');
  await page.selectOption('dialog [name=library-opening]', 'swap2');
  await page.waitForFunction((n) => { const rows = document.querySelectorAll('.game-row').length; return rows > 0 && rows < n; }, all);
  await page.selectOption('dialog [name=library-opening]', '');
  await page.fill('dialog [name=from]', '2999-01-01');
  await page.waitForFunction(() => !document.querySelector('.game-row'));
  await page.fill('dialog [name=from]', '2020-01-01');
  await page.locator('.game-row').first().click();
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.waitForSelector('.layer-stones .stone[data-cell="m13"]');
  await hands.close();
});

test('import and export of each format', async ({ browser, server, files }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const give = async (id) => {
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#export-' + id)]);
    const path = `${files.path}/${download.suggestedFilename()}`;
    await download.saveAs(path);
    return readFileSync(path);
  };
  const take = async (text) => {
    await page.click('#share');
    await page.fill('#import-text', text);
    await page.click('#import');
    await page.waitForSelector('dialog', { state: 'detached' });
  };
  const stones = async () => (await hands.cells()).replace(/\./g, '').length;
  const formats = { gomoku: ['sgf', 'psq', 'txt'], hex: ['sgf', 'txt', 'hexworld'] };
  for (const [game, list] of Object.entries(formats)) {
    const size = game === 'hex' ? 11 : 15;
    for (const format of list) {
      await hands.begin({ game, rule: game === 'hex' ? 'hex' : 'freestyle', width: size, height: size, opening: 'free', seats: ['human', 'human'] });
      for (const cell of ['d4', 'e5', 'f7']) await hands.move(cell);
      const before = await hands.cells();
      await page.click('#share');
      const text = String(await give(format));
      await page.keyboard.press('Escape');
      await hands.begin({ game, rule: game === 'hex' ? 'hex' : 'freestyle', width: size, height: size, opening: 'free', seats: ['human', 'human'] });
      await take(text);
      same(await stones(), 3, `${game} ${format}: stones`);
      same(await hands.cells(), before, `${game} ${format}`);
    }
  }
  await page.click('#share');
  const png = await give('png');
  same(png.subarray(1, 4).toString(), 'PNG', 'PNG');
  ok(String(await give('svg')).startsWith('<svg'), 'SVG');
  const gif = await give('gif');
  same(gif.subarray(0, 6).toString(), 'GIF89a', 'GIF');
  const frames = await page.evaluate(async (bytes) => {
    const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: 'image/gif' });
    await decoder.tracks.ready;
    await decoder.completed;
    return decoder.tracks.selectedTrack.frameCount;
  }, [...gif]);
  same(frames, 4, 'frames of the GIF');
  await page.keyboard.press('Escape');
  await hands.close();
});

test('a link opens its game and stays in the address until it is saved', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const link = '#gomoku,renju,15x15,free//h8.i9.g7';
  await page.evaluate(() => {
    window.addresses = [];
    const replace = history.replaceState.bind(history);
    history.replaceState = (...what) => (replace(...what), window.addresses.push(location.hash));
  });
  // A save of the game before comes back when the link is on the table.
  await hands.begin({ game: 'hex', rule: 'hex', width: 11, height: 11, opening: 'free', seats: ['human', 'human'] });
  await hands.move('d4');
  await page.evaluate((hash) => {
    window.tengen.sitting.save();
    location.hash = hash;
  }, link);
  await page.waitForSelector('.stone[data-cell="g7"]');
  await hands.saved();
  same((await page.evaluate(() => window.addresses)).filter((hash) => hash !== link).join(), '', 'the address lost its game');
  await page.reload();
  await page.waitForSelector('.stone[data-cell="g7"]');
  await hands.move('j10');
  await hands.saved();
  same(await page.evaluate(() => location.hash), '', 'saved, it needs no address');
  await page.reload();
  await page.waitForSelector('.stone[data-cell="j10"]');
  await hands.close();
});

test('import of many games, by paste and by drop', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const event = 'import ' + Date.now();
  const sgf = (moves) => `(;GM[4]SZ[15]EV[${event}]${moves})`;
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.setData('text', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }));
  }, sgf(';B[cc];W[dd]') + sgf(';B[ee];W[ff];B[gg]'));
  await page.waitForSelector('.layer-stones .stone[data-cell="d12"]');
  await page.waitForSelector('#toast.shown');
  ok(/2 games/.test(await page.textContent('#toast')), 'both are kept');
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'game.sgf'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  }, sgf(';B[hh];W[ii];B[jj];W[kk]'));
  await page.waitForSelector('.layer-stones .stone[data-cell="k5"]');
  await page.click('#library');
  await page.waitForFunction((name) => [...document.querySelectorAll('.game-row')].filter((row) => row.textContent.includes(name)).length === 3, event);
  await hands.close();
});

test('a board that is not square, take back and redo, another player sits down', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await page.click('#new-game');
  await page.locator('dialog input[name=game][value=hex]').check({ force: true });
  await page.selectOption('dialog [name=size]', 'other');
  await page.fill('dialog [name=columns]', '7');
  await page.fill('dialog [name=rows]', '5');
  await page.selectOption('dialog [name=seat0]', 'human');
  await page.selectOption('dialog [name=seat1]', 'human');
  ok(!(await page.locator('dialog [name=opening] option[value=swap-pieces]').count()), 'no mirror on an oblong board');
  await page.click('#start');
  await page.waitForFunction(() => window.tengen.board.geometry.width === 7 && window.tengen.board.geometry.height === 5);
  await hands.move('g5');
  await page.click('#card-w');
  await page.selectOption('dialog [name=seat1]', 'random');
  await page.click('#sit');
  await page.waitForFunction(() => window.tengen.sitting.may() && window.tengen.sitting.tree.nodes.length === 3);
  const full = await hands.cells();
  await page.click('#undo');
  await page.waitForFunction(() => window.tengen.sitting.live === 0);
  await page.click('#redo');
  await page.waitForFunction(() => window.tengen.sitting.live === 2);
  same(await hands.cells(), full, 'as before the undo');
  ok(await page.locator('#redo').isDisabled(), 'nothing more to redo');
  await hands.close();
});

test('variations and comments stay, in the tree and in SGF', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  for (const cell of ['h8', 'i9', 'g7']) await hands.move(cell);
  await page.click('#back');
  await page.waitForFunction(() => window.tengen.sitting.at === 2);
  await hands.move('j10');
  await page.fill('#note', 'a quiet try');
  await page.waitForTimeout(500);
  await hands.saved();
  await page.reload();
  await page.waitForSelector('.branch');
  ok(/a quiet try/.test(await page.textContent('#moves')), 'the comment is in the tree');
  const sgf = await page.evaluate(() => window.tengen.talk.ask('export', { document: window.tengen.sitting.tree.document(), format: 'sgf', node: 0 }).then((answer) => answer.text));
  ok(/\(;W?B?.*\(;/s.test(sgf) && sgf.includes('a quiet try'), 'the SGF holds both');
  await page.locator('.branch button').first().click();
  await page.waitForFunction(() => window.tengen.sitting.view.plies.at(-1).move === 'j10');
  await page.getByText('Make main line').click();
  await page.waitForFunction(() => window.tengen.sitting.tree.nodes[3].move === 'j10');
  await page.click('#prune');
  await page.click('#sure');
  await page.waitForFunction(() => window.tengen.sitting.tree.nodes.length === 4);
  await hands.close();
});

test('the app can be installed', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  await hands.page.evaluate(() => navigator.serviceWorker.ready);
  const session = await hands.context.newCDPSession(hands.page);
  const { manifest, errors } = await session.send('Page.getAppManifest').then((answer) => ({ manifest: JSON.parse(answer.data), errors: answer.errors }));
  same(errors.length, 0, 'errors of the manifest');
  same(manifest.short_name, 'tengen', 'its name');
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  same(installabilityErrors.filter((error) => !/incognito/.test(error.errorId)).map((error) => error.errorId).join(), '', 'reasons against');
  await hands.close();
});

test('set-up of any position, either side to move', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  await page.click('#set-up');
  for (const cell of ['d4', 'e4', 'f4', 'g4', 'h4']) await hands.move(cell);
  await page.waitForSelector('#panel [role=alert]');
  await hands.click('h4');
  await page.waitForSelector('#panel [role=alert]', { state: 'detached' });
  await page.click('#set-up-done');
  await page.waitForFunction(() => !window.tengen.setUp && window.tengen.sitting.view.cells.includes('bbbb'));
  await hands.close();
});

test('a phone: tap, tap again, and nothing wider than the screen', async ({ browser, server }) => {
  const hands = await visit(browser, server.url, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  const [x, y] = await hands.where('h8');
  await page.touchscreen.tap(x, y);
  await page.waitForSelector('.ghost.plan');
  ok(!(await page.locator('.layer-stones .stone').count()), 'one tap only plans');
  await page.touchscreen.tap(x, y);
  await page.waitForSelector('.layer-stones .stone[data-cell="h8"]');
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling');
  await shot(hands, 'phone');
  await hands.begin({ game: 'hex', rule: 'hex', width: 11, height: 11, opening: 'swap-pieces', seats: ['human', 'human'] });
  await page.waitForSelector('svg.board.hex');
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no sideways scrolling in Hex');
  await shot(hands, 'phone-hex');
  await hands.close();
});

test('keyboard only', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await page.keyboard.press('n');
  await page.waitForSelector('dialog');
  await page.locator('dialog [name=seat1]').focus();
  await page.keyboard.type('Person');
  await page.locator('#start').focus();
  await hands.another(() => page.keyboard.press('Enter'));
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.stone[data-cell="h8"]');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.stone[data-cell="h9"]');
  await page.waitForFunction(() => /played h9/.test(document.getElementById('spoken').textContent)); // moves are spoken
  await page.keyboard.press('ArrowUp');
  ok(/h10 empty/.test(await page.textContent('#spoken')), 'cells are spoken');
  await page.keyboard.press('s');
  ok(/Black: h8\. White: h9/.test(await page.textContent('#spoken')), 'the board is read out');
  await page.keyboard.press('u');
  await page.waitForFunction(() => window.tengen.sitting.live === 1);
  await page.keyboard.press('r');
  await page.waitForFunction(() => window.tengen.sitting.live === 2);
  await page.keyboard.press('a');
  await page.waitForFunction(() => document.querySelectorAll('.candidate').length === 3);
  await page.keyboard.press('a');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog .keys');
  await page.keyboard.press('Escape');
  // Whoever cannot see finds a name on everything that can be pressed.
  const nameless = await page.evaluate(() => [...document.querySelectorAll('button, input, select, textarea, [role]')]
    .filter((node) => !(node.getAttribute('aria-label') || node.textContent.trim() || node.labels?.length || node.title || /^(status|alert|tabpanel|toolbar|tablist)$/.test(node.getAttribute('role') || '')))
    .map((node) => node.outerHTML.slice(0, 80)));
  same(nameless.join(), '', 'without a name');
  await hands.close();
});

test('dark mode and languages', async ({ browser, server }) => {
  const hands = await visit(browser, server.url, { colorScheme: 'dark', locale: 'de' });
  const { page } = hands;
  same(await page.getAttribute('html', 'data-theme'), 'dark', 'theme');
  same(await page.getAttribute('html', 'lang'), 'de', 'language');
  same(await page.textContent('#new-game span'), 'Neue Partie', 'a word');
  await hands.begin({ game: 'gomoku', rule: 'renju', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  for (const cell of ['h8', 'i9', 'g7', 'i7']) await hands.move(cell);
  await shot(hands, 'dark');
  await page.click('#settings');
  await page.selectOption('[name=language]', 'zh');
  await page.waitForFunction(() => document.documentElement.lang === 'zh');
  await hands.close();
});

test('the server is killed and restarted in mid-game: nothing is lost', async ({ browser, files }) => {
  const db = files.path + '/killed.db';
  let own = await serve(db);
  const hands = await visit(browser, own.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'random'] });
  await hands.move('h8');
  await page.waitForFunction(() => window.tengen.sitting.may() && window.tengen.sitting.tree.nodes.length === 3);
  await hands.saved();
  const before = await hands.cells();
  await own.end('SIGKILL');
  await page.waitForSelector('#notice:not([hidden])');
  const free = await page.evaluate(() => ['a1', 'o15', 'a15'].find((cell) => { const g = window.tengen.board.geometry; const c = g.at(cell); return window.tengen.sitting.view.cells[c.y * g.width + c.x] === '.'; }));
  await hands.click(free); // asked while nobody answers
  own = await serve(db, own.port);
  await page.waitForSelector(`.stone[data-cell="${free}"]`, { timeout: 10000 });
  await page.waitForFunction(() => window.tengen.sitting.may() && window.tengen.sitting.tree.nodes.length === 5, null, { timeout: 10000 });
  await hands.saved();
  await page.reload();
  await page.waitForSelector(`.stone[data-cell="${free}"]`);
  const after = await hands.cells();
  ok([...before].every((cell, index) => cell === '.' || cell === after[index]), 'every stone is still there');
  await hands.close();
  await own.end();
});

test('a move costs one round trip, the reply none', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'random'] });
  await page.evaluate(() => {
    const { talk } = window.tengen;
    const send = talk.socket.send.bind(talk.socket);
    window.sent = [];
    talk.socket.send = (text) => (window.sent.push(JSON.parse(text).type), send(text));
  });
  for (const [index, cell] of ['h8', 'h9', 'a1'].entries()) {
    const free = await page.evaluate((name) => { const g = window.tengen.board.geometry; const c = g.at(name); return window.tengen.sitting.view.cells[c.y * g.width + c.x] === '.'; }, cell);
    if (!free) continue;
    await hands.move(cell);
    await page.waitForFunction((n) => window.tengen.sitting.may() && window.tengen.sitting.tree.nodes.length === n, 3 + 2 * index);
  }
  await hands.saved();
  const sent = await page.evaluate(() => window.sent);
  same(sent.filter((type) => type === 'look').length, 3, 'looks: ' + sent);
  ok(!sent.includes('choose'), 'nothing else is asked for the reply: ' + sent);
  same(hands.troubles.join(), '', 'troubles');
  await hands.close();
});

test('a beat of the search changes the facts and leaves the rows alone', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
  await hands.move('h8');
  await page.click('#tab-analysis');
  await page.click('#analyse');
  await page.waitForFunction(() => document.querySelectorAll('#lines-table .pick').length === 3);
  const frames = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await hands.saved();
  await page.evaluate(() => window.tengen.analysis.rest()); // what is still on its way is not heard any more
  await frames();
  const seen = await page.evaluate(async () => {
    const { analysis } = window.tengen;
    const beat = async (nodes) => {
      analysis.data = { ...analysis.data, nodes, live: null, lines: structuredClone(analysis.data.lines) };
      analysis.changed();
      analysis.changed();
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    };
    await beat(1000);
    const row = document.querySelector('#lines-table .pick');
    const stone = document.querySelector('.layer-stones .stone');
    await beat(123000000);
    const same = row === document.querySelector('#lines-table .pick');
    analysis.data.lines[0].win = 0.987;
    await beat(123000000);
    return { same, lies: stone === document.querySelector('.layer-stones .stone'), facts: document.getElementById('facts').textContent, table: document.getElementById('lines-table').textContent };
  });
  ok(seen.same, 'the row is the same element');
  ok(seen.lies, 'the stone is the same element');
  ok(/123M/.test(seen.facts), 'the nodes are told: ' + seen.facts);
  ok(/98\.7/.test(seen.table), 'a new chance is drawn: ' + seen.table);
  await hands.close();
});

test("an engine's clock stops with its answer, not when the stone is shown", async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const clock = { base: 140, add: 100 }; // far less than two engines' stones are held back
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['random', 'random'], clock });
  await page.waitForFunction(() => window.tengen.sitting.over() || window.tengen.sitting.tree.nodes.length > 6);
  same(await page.evaluate(() => window.tengen.sitting.over()), false, 'no flag fell');
  await hands.close();
});

test('the server counts the clocks, and a flag falls', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'random'], clock: { base: 3000, add: 500 } });
  await hands.move('h8'); // no clock runs before the first move
  await page.waitForFunction(() => window.tengen.sitting.may() && window.tengen.sitting.tree.nodes.length === 3);
  const [mine, its] = await page.evaluate(() => window.tengen.sitting.clocks);
  same(mine, 3500, 'an increment for the move');
  ok(its > 3000 && its <= 3500, 'its own move was counted: ' + its);
  await page.waitForFunction(() => window.tengen.sitting.over(), null, { timeout: 8000 });
  same(await hands.status(), 'White wins on time', 'the status line');
  same(await page.evaluate(() => window.tengen.sitting.clocks[0]), 0, 'nothing left');
  same(await page.evaluate(() => window.tengen.sitting.tree.head.result), 'W+T', 'the result');
  await hands.close();
});

test('a page of another server loads itself anew, and its game stays', async ({ browser, files }) => {
  for (const db of [files.path + '/anew.db', 'none']) {
    let own = await serve(db);
    const hands = await visit(browser, own.url);
    const { page } = hands;
    await hands.begin({ game: 'gomoku', rule: 'renju', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
    for (const cell of ['h8', 'i9', 'g7']) await hands.move(cell);
    await hands.saved();
    await page.evaluate(() => { window.tengen.welcome.page = 'of last week'; window.old = true; });
    await own.end();
    own = await serve(db, own.port);
    await page.waitForFunction(() => !window.old && document.body.classList.contains('ready'), null, { timeout: 10000 });
    await page.waitForSelector('.layer-stones .stone[data-cell="g7"]');
    same((await hands.cells()).replace(/\./g, '').length, 3, db + ': stones');
    await hands.close();
    await own.end();
  }
});

const files = folder();
const server = await serve(files.db);
const browser = await launch();
const failed = await run({ browser, server, files });
await browser.close();
same(await server.end(), 0, 'the server’s exit code');
files.remove();
process.exit(failed ? 1 : 0);
