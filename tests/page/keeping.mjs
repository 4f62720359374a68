// SPDX-License-Identifier: MIT
// What a person has made is kept, shown as it is, and kept once: imports, saves sent twice, two tabs,
// bad links, a server that is away.

import { get } from 'node:http';
import { serve, launch, folder, visit, test, run, ok, same } from './browser.mjs';
import { Socket } from './socket.mjs';

const renju = { game: 'gomoku', rule: 'renju', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] };
const stones = async (hands) => (await hands.cells()).replace(/\./g, '').length;
const total = (hands) => hands.page.evaluate(() => window.tengen.talk.ask('games', {}).then((answer) => answer.total));
const kept = (hands, state = 'saved') => hands.page.waitForFunction((wanted) => document.getElementById('kept').dataset.state === wanted, state);

async function take(hands, text) {
  const { page } = hands;
  await page.click('#share');
  await page.fill('#import-text', text);
  await page.click('#import');
  await page.waitForSelector('dialog', { state: 'detached' });
}

test('games with a swap are imported, shown and kept', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const games = [['https://hexworld.org/board/#11c1,a2:sf7', 2], ['(;GM[11]SZ[11];B[a2];W[swap-pieces];B[f7])', 2], ['(;GM[11]SZ[11];B[a2];W[swap-sides];B[f7])', 2],
    ['(;GM[4]SZ[15];B[hh];W[ig];B[jj];W[swap-sides];W[kk])', 4], ['(;GM[4]SZ[15];B[hh];W[ig];B[jj];W[put-two];W[gi];B[kg])', 5]];
  for (const [text, count] of games) {
    await hands.begin(renju);
    await hands.move('a1');
    await take(hands, text);
    same(await stones(hands), count, text);
    await kept(hands);
    await page.reload();
    await page.waitForSelector('body.ready');
    same(await stones(hands), count, 'after a reload: ' + text);
  }
  await hands.close();
});

test('a file is read in its charset', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  for (const [name, black, count] of [['charset-shift-jis', '\u8868\u793a', 3], ['charset-gb2312-short', null, 1], ['charset-gb2312-is-utf8', '\u738b\u660e', 2], ['charset-none-latin1', 'Andr\u00e9 M\u00fcller', 1]]) {
    await hands.begin(renju);
    await page.click('#share');
    await page.setInputFiles('#import-file', `../records/${name}.sgf`);
    await page.waitForSelector('dialog', { state: 'detached' });
    same(await stones(hands), count, name + ': stones');
    const { head } = await page.evaluate(() => ({ head: window.tengen.sitting.tree.head }));
    if (black) same(head.black, black, name + ': Black');
    else same(head.white, '\u8054\u901a', name + ': White');
  }
  await hands.close();
});

test('our own exports of swaps come back, in mid-opening too', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const hex = { game: 'hex', rule: 'hex', width: 11, height: 11, opening: 'swap-pieces', seats: ['human', 'human'] };
  const swap2 = { ...renju, rule: 'freestyle', opening: 'swap2' };
  for (const [choice, words, formats] of [[hex, ['b4', 'swap-pieces', 'f6'], ['sgf', 'txt', 'hexworld']], [swap2, ['h8', 'i9', 'j6', 'swap-sides', 'k4'], ['sgf', 'txt']], [swap2, ['h8', 'i9', 'j6'], ['sgf']]]) {
    for (const format of formats) {
      await hands.begin(choice);
      for (const word of words) await page.evaluate((move) => window.tengen.sitting.play(move), word);
      const before = await hands.cells();
      await page.evaluate(() => window.tengen.sitting.saving);
      const text = await page.evaluate((name) => window.tengen.talk.ask('export', { document: window.tengen.sitting.tree.document(), format: name, node: window.tengen.sitting.at }).then((answer) => answer.text), format);
      await hands.begin(choice);
      await take(hands, text);
      same(await hands.cells(), before, `${words} as ${format}`);
      if (words.length === 3 && choice === swap2) ok(await page.locator('[data-choice="put-two"]').count(), 'the choice is still open');
    }
  }
  await hands.close();
});

test('what cannot be shown replaces nothing, and empty text is no game', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin(renju);
  for (const cell of ['h8', 'i9']) await hands.move(cell);
  await kept(hands);
  const id = await page.evaluate(() => window.tengen.sitting.id);
  for (const text of ['', '  \n ', '(;GM[4]SZ[15];B[hh];W[swap-sides];W[kk])', 'no moves at all']) {
    await page.evaluate(() => { document.getElementById('toast').textContent = ''; });
    await page.click('#share');
    await page.fill('#import-text', text);
    await page.click('#import');
    await page.waitForFunction(() => document.getElementById('toast').textContent);
    await page.keyboard.press('Escape');
    same(await stones(hands), 2, 'stones after ' + JSON.stringify(text));
    same(await page.evaluate(() => window.tengen.sitting.tree.nodes.length), 3, 'the tree');
  }
  await hands.move('j10');
  await kept(hands);
  same(await page.evaluate(() => window.tengen.sitting.id), id, 'the same game goes on');
  await hands.close();
});

test('bad links are told, and the page lives', async ({ browser, server }) => {
  for (const hash of ['#%', '#gomoku,renju,99x99,free//h8', '#gomoku,renju,15x15,free//h8.h8', '#gomoku,nothing,15x15,free//h8', '#a,b']) {
    const hands = await visit(browser, server.url + hash);
    const { page } = hands;
    ok(await page.textContent('#toast'), hash + ': it is told');
    same(await page.evaluate(() => location.hash), '', hash + ': gone from the address');
    await hands.begin(renju);
    await hands.move('h8');
    // Followed later, the game on the table stays.
    await page.evaluate((to) => { document.getElementById('toast').textContent = ''; location.hash = to; }, hash);
    await page.waitForFunction(() => document.getElementById('toast').textContent && !location.hash);
    same(await stones(hands), 1, hash + ': the game stays');
    await hands.move('i9');
    same(hands.troubles.join(), '', 'troubles');
    await hands.close();
  }
});

test('a save that is sent again makes no second game', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  const before = await total(hands);
  await hands.begin(renju);
  // The server has written it, but the answer is lost with the connection, three times over.
  await page.evaluate(() => {
    const { talk } = window.tengen;
    window.lost = 0;
    const hear = talk.hear.bind(talk);
    talk.hear = (message) => {
      if (message.type !== 'saved' || window.lost === 3) return hear(message);
      window.lost++;
      talk.socket.close();
    };
  });
  await hands.move('h8');
  await kept(hands);
  same(await page.evaluate(() => window.lost), 3, 'answers lost');
  same(await total(hands), before + 1, 'games');
  await hands.close();
});

test('a game is shown as saved when it is, not before', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin(renju);
  await hands.move('h8');
  await kept(hands);
  // The answer to the next save is on its way for a while.
  await page.evaluate(() => {
    const { talk } = window.tengen;
    const hear = talk.hear.bind(talk);
    talk.hear = (message) => (message.type === 'saved' ? (window.arrive = () => hear(message)) : hear(message));
  });
  await hands.move('i9');
  await page.waitForFunction(() => window.arrive);
  same(await page.evaluate(() => document.getElementById('kept').dataset.state), 'saving', 'while it is on its way');
  await page.evaluate(() => window.arrive());
  await kept(hands);
  await hands.close();
});

test('a first save of long ago is answered with the game it made', async ({ server }) => {
  const socket = await Socket.open(server.port);
  const document = { game: 'gomoku', width: 15, height: 15, nodes: [{}, { up: 0, move: 'h8', side: 'b' }] };
  const ids = [];
  for (let ask = 1; ask < 4; ask++) ids.push((await socket.ask({ type: 'save', ask, id: 0, document, version: 'long-ago.1', over: '' })).id);
  ok(ids[0] > 0 && ids.every((id) => id === ids[0]), 'ids: ' + ids);
  socket.end();
});

test('two tabs on one game: the second is told, and keeps its own or takes the other', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin(renju);
  await hands.move('h8');
  await kept(hands);
  const id = await page.evaluate(() => window.tengen.sitting.id);
  const games = await total(hands);
  const other = await visit(browser, server.url);
  await other.page.evaluate((game) => window.tengen.openGame(game), id);
  await other.move('i9');
  await kept(other);
  await hands.move('a1');
  await page.waitForSelector('#show-theirs');
  await kept(hands, 'changed');
  await page.click('#show-theirs');
  await page.waitForSelector('.layer-stones .stone[data-cell="i9"]');
  await hands.move('j10');
  await kept(hands);
  await other.move('k11');
  await other.page.click('#keep-mine');
  await kept(other);
  same(await total(hands), games + 1, 'both are there');
  ok((await other.page.evaluate(() => window.tengen.sitting.id)) !== id, 'the copy is another game');
  // Deleted elsewhere.
  await page.evaluate((game) => window.tengen.talk.ask('delete', { id: game }), id);
  await hands.move('l12');
  await page.click('#keep-mine');
  await kept(hands);
  same(await total(hands), games + 1, 'it is there again');
  same(hands.troubles.join() + other.troubles.join(), '', 'troubles');
  await hands.close();
  await other.close();
});

test('a game too long to be saved is told, and saved when it is shorter', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin(renju);
  await hands.move('h8');
  await kept(hands);
  const write = (count) => page.evaluate((n) => { const { sitting } = window.tengen; sitting.tree.nodes[1].note = 'x'.repeat(n); sitting.save(); }, count);
  await write(1200000);
  await kept(hands, 'trouble');
  await page.waitForFunction(() => /1 MB/.test(document.getElementById('notice').textContent));
  await write(1000);
  await kept(hands);
  ok(await page.evaluate(() => document.getElementById('notice').hidden), 'nothing to tell any more');
  await hands.close();
});

test('what was meant to be kept is, though another game comes onto the table', async ({ browser, server }) => {
  const hands = await visit(browser, server.url);
  const { page } = hands;
  await hands.begin(renju);
  await hands.move('h8');
  await kept(hands);
  const id = await page.evaluate(() => window.tengen.sitting.id);
  await page.fill('#note', 'the last word');
  await hands.begin(renju);
  await page.waitForTimeout(700);
  const { document } = await page.evaluate((game) => window.tengen.talk.ask('open', { id: game }), id);
  same(document.nodes[1].note, 'the last word', 'the comment');
  await hands.close();
});

test('the server is away: the page opens, says so for as long, and one move waits', async ({ browser, files }) => {
  let own = await serve(files.path + '/away.db');
  const hands = await visit(browser, own.url);
  const { page } = hands;
  await hands.begin(renju);
  await hands.move('h8');
  await kept(hands);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open('tengen-files')).keys()).length > 20);
  await own.end('SIGKILL');
  await page.waitForFunction(() => !document.getElementById('notice').hidden);
  for (const cell of ['i9', 'a1', 'b2', 'c3']) await hands.click(cell);
  await page.waitForTimeout(4500); // as long as any toast stays
  ok(await page.locator('#notice:not([hidden])').count(), 'it is still told');
  own = await serve(files.path + '/away.db', own.port);
  await page.waitForFunction(() => document.getElementById('notice').hidden);
  await page.waitForFunction(() => window.tengen.sitting.tree.nodes.length > 2);
  await kept(hands);
  same(await stones(hands), 2, 'stones');
  await own.end('SIGKILL');
  // The page itself comes from what was kept, with its looks, and goes on when the server is back.
  await page.reload();
  await page.waitForFunction(() => !document.getElementById('notice').hidden);
  ok(await page.evaluate(() => getComputedStyle(document.querySelector('header')).display === 'flex'), 'with its style');
  own = await serve(files.path + '/away.db', own.port);
  await page.waitForSelector('.layer-stones .stone[data-cell="i9"]', { timeout: 10000 });
  await hands.close();
  await own.end();
});

// A proxy that speaks https stands before the server; the browser itself plays it here.
test('behind https the page talks over wss', async ({ browser, files }) => {
  const own = await serve(files.db, 0, ['--origin', 'https://games.example']);
  const Host = 'games.example';
  const Cookie = 'tengen=' + new URL(own.urls[1]).searchParams.get('token');
  const context = await browser.newContext({ locale: 'en', serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.route('https://games.example/**', (route) => {
    get({ port: own.port, host: '127.0.0.1', path: new URL(route.request().url()).pathname, headers: { Host, Cookie }, agent: false }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => route.fulfill({ status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) }));
    });
  });
  const sockets = [];
  const join = async (near, far) => {
    for (let row; !far.closed;) if ((row = await far.hear(() => true, 200))) near.send(JSON.stringify(row));
  };
  await page.routeWebSocket(/.*/, async (near) => {
    sockets.push(near.url());
    const far = await Socket.open(own.port, { Host, Origin: 'https://games.example', Cookie });
    near.onMessage((text) => far.send(text));
    near.onClose(() => far.end());
    join(near, far);
  });
  await page.goto('https://games.example/');
  await page.waitForSelector('body.ready', { timeout: 10000 });
  same(sockets.join(), 'wss://games.example/talk', 'the socket');
  await context.close();
  same(await own.end(), 0, 'exit code');
});

test('a style sheet that is lost on its way is asked for again', async ({ browser, server }) => {
  const context = await browser.newContext({ locale: 'en', serviceWorkers: 'block' });
  const page = await context.newPage();
  let lost = 0;
  await page.route('**/style.css', (route) => (lost++ < 2 ? route.abort() : route.continue()));
  await page.goto(server.url);
  await page.waitForSelector('body.ready');
  await page.waitForFunction(() => getComputedStyle(document.querySelector('header')).display === 'flex', null, { timeout: 10000 });
  same(lost, 3, 'tries');
  await context.close();
});

const files = folder();
const server = await serve(files.db);
const browser = await launch();
const failed = await run({ browser, server, files });
await browser.close();
same(await server.end(), 0, 'the server’s exit code');
files.remove();
process.exit(failed ? 1 : 0);
