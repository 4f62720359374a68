// SPDX-License-Identifier: MIT
// Faults while a robot plays and comments in the page: the server killed, connections cut, answers lost,
// two tabs on one game, a slow disk, a full one, a database that another program holds. After each, what
// the page had shown as saved is in the store, before the page can send it again; and when all is well
// again the store holds every game once, just as the page shows it.
//
//   FAULTS=200 SEED=1 node faults.mjs      the same seed, the same faults; KIND=kill only these

import { execFileSync, spawn } from 'node:child_process';
import { openSync, writeFileSync, writeSync } from 'node:fs';
import net from 'node:net';
import { serve, launch, folder, visit, ok, same } from './browser.mjs';
import { Socket } from './socket.mjs';

const faults = Number(process.env.FAULTS || 200);
let seed = Number(process.env.SEED || Date.now() % 1000000);
console.log(`# ${faults} faults, SEED=${seed}`);
const random = (n) => { // xorshift
  seed ^= seed << 13; seed ^= seed >>> 17; seed ^= seed << 5;
  return (seed >>> 0) % n;
};
const pick = (list) => list[random(list.length)];
const rest = (ms) => new Promise((wake) => setTimeout(wake, ms));

// --- between the page and the server ---

class Proxy {
  async open(port) {
    this.to = port;
    this.pairs = new Set();
    this.server = net.createServer((near) => this.join(near));
    await new Promise((done) => this.server.listen(0, '127.0.0.1', done));
    this.port = this.server.address().port;
    this.url = `http://127.0.0.1:${this.port}/`;
    return this;
  }

  join(near) {
    if (this.blocked) return near.destroy();
    const far = net.connect(this.to, '127.0.0.1');
    const pair = { near, far };
    this.pairs.add(pair);
    const end = () => { near.destroy(); far.destroy(); this.pairs.delete(pair); };
    // The server knows its own address only. A page's frames are masked: there is no such text in them.
    near.on('data', (bytes) => far.write(Buffer.from(bytes.toString('latin1').replaceAll(`127.0.0.1:${this.port}`, `127.0.0.1:${this.to}`), 'latin1')));
    far.on('data', (bytes) => this.deaf || near.write(bytes));
    for (const socket of [near, far]) socket.on('error', end).on('close', end);
  }

  cut() {
    for (const { near, far } of this.pairs) { near.destroy(); far.destroy(); }
  }
}

const files = folder();
const control = files.path + '/disk';
writeFileSync(control, '-');
const byte = openSync(control, 'r+');
const disk = (state) => writeSync(byte, state, 0); // in place: it is mapped
const cc = process.env.CC || 'cc';
execFileSync(cc, ['-shared', '-fPIC', '-O1', '-o', files.path + '/disk.so', 'disk.c', '-ldl']);
execFileSync(cc, ['-O1', '-o', files.path + '/lock', 'lock.c', '-lsqlite3']);
// What is loaded before the program is in nobody else's environment.
const program = process.env.TENGEN || '../../tengen';
const start = (port) => {
  process.env.LD_PRELOAD = files.path + '/disk.so';
  process.env.FAULTY_DISK = control;
  const started = serve(files.db, port);
  delete process.env.LD_PRELOAD;
  return started;
};

let server = await start(0);
const { port } = server;
const proxy = await new Proxy().open(port);
const browser = await launch();
const ids = new Set(); // of the games that some page has shown as saved

// --- the robot ---

async function arrive() {
  const hands = await visit(browser, proxy.url);
  await hands.page.evaluate(() => {
    const { sitting } = window.tengen;
    window.shown = null;
    window.everSaved = [];
    window.refusals = 0;
    sitting.addEventListener('change', ({ detail }) => {
      if (detail === 'kept' && document.getElementById('kept').dataset.state === 'trouble') window.refusals++;
      if (detail !== 'kept' || document.getElementById('kept').dataset.state !== 'saved') return;
      window.shown = JSON.parse(JSON.stringify({ id: sitting.id, nodes: sitting.tree.document().nodes }));
      if (!window.everSaved.includes(sitting.id)) window.everSaved.push(sitting.id);
    });
  });
  return hands;
}

// One thing a person might do now; nobody waits for the server.
let serial = 0;
const act = (hands) => hands.page.evaluate(([comment, from, word]) => {
  const { sitting } = window.tengen;
  const box = document.getElementById('note');
  if (document.querySelector('dialog[open]') || !sitting.view) return;
  if (comment && box) {
    box.value += word;
    box.dispatchEvent(new Event('input', { bubbles: true }));
    return;
  }
  const { cells } = sitting.view;
  for (let i = 0; i < cells.length; i++) {
    const at = (from + i) % cells.length;
    if (cells[at] !== '.') continue;
    const word = String.fromCharCode(97 + (at % 15)) + (15 - Math.floor(at / 15));
    window.tengen.choose(word);
    return;
  }
}, [random(3) === 0, random(225), ` c${++serial}`]);

async function robot(hands) {
  for (let n = 3 + random(5); n > 0; n--) {
    await act(hands);
    await rest(random(120));
  }
}

const freestyle = { game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] };
const state = (hands) => hands.page.evaluate(() => document.getElementById('kept').dataset.state);

// Until it is shown as saved; a conflict is settled one way or the other.
async function settle(hands) {
  const until = Date.now() + 60000;
  for (let now; (now = await state(hands)) !== 'saved'; await rest(50)) {
    ok(Date.now() < until, 'it is saved in a minute, not ' + now);
    const buttons = await hands.page.$$('dialog #show-theirs, dialog #keep-mine');
    if (buttons.length) await pick(buttons).click().catch(() => {});
    else if (now === 'changed' || now === 'gone') await act(hands); // asks again
  }
}

// --- the store, seen from outside ---

const looked = async (look) => {
  const socket = await Socket.open(port).catch((why) => { throw new Error('a new connection: ' + why.message + ', the server ' + (server.child.exitCode ?? server.child.signalCode ?? 'runs')); });
  try {
    return await look(socket);
  } finally {
    socket.end();
  }
};
const stored = (socket, id) => socket.ask({ type: 'open', id, ask: 2 }, 15000);
const brief = (nodes) => nodes.map(({ up, move, note }) => ({ up, move, note: (note || '').trim() }));

async function everythingShownIsThere(hands) {
  const { shown, everSaved } = await hands.page.evaluate(() => ({ shown: window.shown, everSaved: window.everSaved }));
  everSaved.forEach((id) => ids.add(id));
  if (!shown) return;
  await looked(async (socket) => {
    const answer = await stored(socket, shown.id);
    ok(answer && answer.document, `game ${shown.id}, shown as saved, is in the store: ${JSON.stringify(answer)}`);
    const there = brief(answer.document.nodes), wanted = brief(shown.nodes);
    // The store may be further than the page has heard.
    wanted.forEach(({ up, move, note }, index) => {
      const node = there[index] || {};
      ok(node.up === up && node.move === move && (node.note || '').startsWith(note), `node ${index} of game ${shown.id}: ${JSON.stringify(node)}, shown ${JSON.stringify(wanted[index])}`);
    });
  });
}

async function storeIsAsShown(hands) {
  const now = await hands.page.evaluate(() => ({ id: window.tengen.sitting.id, nodes: window.tengen.sitting.tree.document().nodes }));
  ids.add(now.id);
  await looked(async (socket) => {
    const { document } = await stored(socket, now.id);
    same(JSON.stringify(brief(document.nodes)), JSON.stringify(brief(now.nodes)), `game ${now.id}`);
    const { total } = await socket.ask({ type: 'games', ask: 3 }, 15000);
    same(total, ids.size, 'games in the store');
  });
}

// --- faults ---

const kinds = {
  async kill() {
    await server.end('SIGKILL');
    await rest(random(300));
    proxy.blocked = true;
    server = await start(port);
  },
  async cut() {
    proxy.cut();
  },
  async lost() { // what the server says is not heard, then the connection is gone
    proxy.deaf = true;
    await rest(100 + random(400));
    proxy.cut();
    proxy.deaf = false;
  },
  async slow() {
    disk('s');
    await rest(300 + random(1000));
    disk('-');
  },
  async full() {
    disk('f');
    await rest(200 + random(1500));
    disk('-');
  },
  async fullAndKilled() {
    disk('f');
    await rest(random(500));
    await server.end('SIGKILL');
    proxy.blocked = true;
    disk('-');
    server = await start(port);
  },
  async lock() {
    const child = spawn(files.path + '/lock', [files.db, String(200 + random(2500))]);
    await new Promise((done) => child.on('exit', done));
  },
  async tab(hands) {
    const id = await hands.page.evaluate(() => window.tengen.sitting.id);
    if (!id) return null;
    const other = await arrive();
    await other.page.evaluate((game) => window.tengen.openGame(game), id);
    await robot(other);
    return other;
  },
};

async function round(hands, kind) {
  const work = robot(hands);
  await rest(random(250));
  const other = await kinds[kind](hands);
  await work;
  const all = other ? [hands, other] : [hands];
  proxy.blocked = true;
  proxy.cut();
  for (const each of all) await everythingShownIsThere(each);
  proxy.blocked = false;
  for (const each of all) await settle(each);
  for (const each of all) await everythingShownIsThere(each);
  // A tab without changes of its own is not told of the other's until it has some: it looks again.
  if (other) await hands.page.evaluate(() => window.tengen.openGame(window.tengen.sitting.id));
  await storeIsAsShown(hands);
  const troubles = all.flatMap((each) => each.troubles).filter((text) => !/ERR_|Failed to load/.test(text));
  same(troubles.join(), '', 'troubles');
  if (other) await other.close();
}

const counts = {};
let failed = 0;
const hands = await arrive();
for (let i = 1; i <= faults; i++) {
  const kind = process.env.KIND || pick(Object.keys(kinds));
  const fresh = i === 1 || (await hands.page.evaluate(() => window.tengen.sitting.view.result !== 'none' || window.tengen.sitting.tree.nodes.length > 60));
  if (fresh) await hands.begin(freestyle);
  try {
    await round(hands, kind);
    counts[kind] = (counts[kind] || 0) + 1;
  } catch (error) {
    failed++;
    console.log(`not ok fault ${i}, ${kind}: ${error.stack || error}`);
    break;
  }
}
const refusals = await hands.page.evaluate(() => window.refusals);
console.log(`# ${refusals} times a save was shown as not done`);
await browser.close();
proxy.server.close();
proxy.cut();
await server.end();
try {
  const check = execFileSync(program, ['db', 'check', '--db', files.db]).toString().trim();
  console.log('# ' + check.split('\n').pop());
} catch (error) {
  failed++;
  console.log('not ok the database is sound: ' + error);
}
files.remove();
console.log(`${failed ? 'not ok' : 'ok'} ${faults} faults: ${Object.entries(counts).map(([kind, n]) => `${kind} ${n}`).join(', ')}; ${ids.size} games, each there once`);
process.exit(failed ? 1 : 0);
