// SPDX-License-Identifier: MIT
// The page's server under load for SOAK_SECONDS: pages that look, play, analyse and stop, keep and import games, and leave in the
// middle of a sentence. All questions are honest ones, so every answer is known by its type; only engines may be busy for
// others. Memory and descriptors stay what they were, and the server ends when asked to.

import { serve, folder } from '../page/browser.mjs';
import { Socket } from '../page/socket.mjs';
import { Resident } from './resident.mjs';

const SECONDS = Number(process.env.SOAK_SECONDS || 300);
const PAUSE_MS = 25; // 60 messages a second are allowed
const SAMPLE_MS = 100;
const ANSWER_MS = 10000;
const THOUGHT_MS = 40;
const ALLOWED_KB = 6144; // engines of 8 MB come and go: medians of the same server differ by half of that
const ALLOWED_FILES = 2; // as many as the store opens and closes beside its file
const END_MS = 5000;

const until = Date.now() + SECONDS * 1000;
const busy = () => Date.now() < until && !trouble;
const pause = (ms = PAUSE_MS) => new Promise((done) => setTimeout(done, ms));
const pick = (list) => list[Math.floor(Math.random() * list.length)];
const times = {};
let refused = 0;
let left = 0;
let trouble = '';

function complain(sentence) {
  trouble = trouble || sentence;
}

// Refusals of the connection itself carry no number: what the page was told last is part of the sentence.
function unexpected({ socket }, type, answer) {
  const heard = answer || socket.messages.filter((row) => row.type === 'refused').pop();
  return `${type}: ${heard ? JSON.stringify(heard).slice(0, 300) : socket.closed ? 'the connection ended' : 'no answer'}`;
}

// Asks and times; null when the engines are busy for others, which is no failure.
async function asked(page, question, wanted) {
  await pause();
  const began = performance.now();
  const answer = await page.socket.ask({ ...question, ask: ++page.asks }, ANSWER_MS);
  (times[question.type] = times[question.type] || []).push(performance.now() - began);
  if (answer && answer.type === wanted) return answer;
  if (answer && answer.type === 'refused' && answer.code === 'engines') { refused++; return null; }
  throw new Error(unexpected(page, question.type, answer));
}

const games = [
  { game: 'gomoku', rule: 'freestyle', width: 15, height: 15 },
  { game: 'gomoku', rule: 'renju', width: 15, height: 15 },
  { game: 'gomoku', rule: 'standard', width: 19, height: 19 },
  { game: 'hex', rule: 'hex', width: 11, height: 11 },
  { game: 'hex', rule: 'hex', width: 7, height: 9 },
];

// So many stones on every other cell: no five, no forbidden point, no finished path.
function someMoves(game, count) {
  const cells = [];
  for (let y = 1; y <= game.height; y += 2) for (let x = 0; x < game.width; x += 2) cells.push(String.fromCharCode(97 + x) + y);
  for (let i = cells.length - 1; i > 0; i--) {
    const k = Math.floor(Math.random() * (i + 1));
    [cells[i], cells[k]] = [cells[k], cells[i]];
  }
  return cells.slice(0, count);
}

const someGame = (most) => { const game = pick(games); return { ...game, moves: someMoves(game, 1 + Math.floor(Math.random() * most)) }; };
const documentOf = ({ moves, ...head }, name) => ({ ...head, black: name, nodes: [{}, ...moves.map((move, up) => ({ up, move }))] });
const sgf = (moves) => `(;FF[4]GM[4]SZ[15]PB[soak]${moves.map((cell, i) => `;${i % 2 ? 'W' : 'B'}[${cell[0]}${String.fromCharCode(96 + Number(cell.slice(1)))}]`).join('')})`;

// --- what pages do, each a turn ---

async function look(page) {
  await asked(page, { type: 'look', game: someGame(20) }, 'view');
}

async function play(page) {
  const game = someGame(8);
  await asked(page, { type: 'look', game }, 'view');
  await pause();
  page.socket.send(JSON.stringify({ type: 'choose', ask: ++page.asks, game, player: pick(['tengen', 'tengen:level=3', 'random']), table: 'soak', time_ms: THOUGHT_MS }));
  const began = performance.now();
  const answer = await page.socket.hear((row) => row.ask === page.asks && row.type !== 'thought', ANSWER_MS);
  if (answer && answer.type === 'refused' && answer.code === 'engines') { refused++; return; }
  if (!answer || answer.type !== 'chosen' || game.moves.includes(answer.move)) throw new Error(unexpected(page, 'choose', answer));
  (times.choose = times.choose || []).push(performance.now() - began);
}

async function analyse(page) {
  const first = await asked(page, { type: 'analyse', game: someGame(10), lines: 3, time_ms: 20000 }, 'analysis');
  if (!first) return;
  await pause(200);
  await asked(page, { type: 'stop' }, 'stopped');
}

async function keep(page) {
  const game = someGame(30);
  const { id } = await asked(page, { type: 'save', id: 0, document: documentOf(game, 'soak') }, 'saved');
  await asked(page, { type: 'open', id }, 'opened');
  await asked(page, { type: 'games', limit: 20, game: game.game }, 'games');
  await asked(page, { type: 'export', format: 'sgf', document: documentOf(game, 'soak') }, 'exported');
  const { documents } = await asked(page, { type: 'import', text: sgf(someMoves(games[0], 30)) }, 'imported');
  await asked(page, { type: 'save', id, document: documents[0] }, 'saved');
  await asked(page, { type: 'replies', game: { ...games[0], moves: [] } }, 'replies');
  await asked(page, { type: 'delete', id }, 'deleted'); // the library stays as large as it was
}

// Goes away while something is under way, and comes back as somebody else.
async function leave(page) {
  const what = pick([
    { type: 'analyse', game: someGame(10), lines: 2, time_ms: 20000 },
    { type: 'choose', game: someGame(8), player: 'tengen', table: 'gone', time_ms: 20000 },
    { type: 'games', limit: 20 },
  ]);
  page.socket.send(JSON.stringify({ ...what, ask: ++page.asks }));
  await pause(Math.random() * 100);
  if (Math.random() < 0.3) page.socket.socket.write(Buffer.from([0x81, 0xfe, 1])); // half a frame
  page.socket.end();
  left++;
  page.socket = null;
}

// --- all of them ---

const roles = [...Array(8).fill(look), play, play, play, analyse, analyse, keep, keep, leave, leave];

async function visit(port, turn) {
  const page = { socket: null, asks: 0 };
  try {
    while (busy()) {
      if (!page.socket) {
        page.socket = await Socket.open(port);
        await asked(page, { type: 'hello', protocol: 2 }, 'welcome');
      }
      await turn(page);
    }
  } catch (error) {
    complain(error.message);
  }
  if (page.socket) page.socket.end();
}

const percentile = (list, share) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.ceil(list.length * share) - 1)];

const files = folder();
const server = await serve(files.db, 0, ['--hash', '8M']);
const resident = new Resident(server.pid);
const sampling = setInterval(() => { try { resident.sample(); } catch { complain('the server is gone'); } }, SAMPLE_MS);
await Promise.all(roles.map((turn) => visit(server.port, turn)));
clearInterval(sampling);
const late = new Promise((done) => setTimeout(() => done('never'), END_MS).unref());
const code = await Promise.race([server.end(), late]);
if (code === 'never') await server.end('SIGKILL');
files.remove();

const troubles = [...(trouble ? [trouble] : []), ...resident.troubles(ALLOWED_KB, ALLOWED_FILES), ...(code === 0 ? [] : [`on SIGTERM it ended with ${code}`])];
for (const [type, list] of Object.entries(times))
  console.log(`# ${type}: ${list.length} answers, p50 ${percentile(list, 0.5).toFixed(1)} ms, p99 ${percentile(list, 0.99).toFixed(1)} ms, worst ${Math.max(...list).toFixed(1)} ms`);
const count = Object.values(times).reduce((sum, list) => sum + list.length, 0);
console.log(`${troubles.length ? 'not ok' : 'ok'} serve for ${SECONDS} s: ${roles.length} pages, ${count} answers, ${refused} while all engines were busy, ${left} left abruptly; ${[resident, ...troubles].join('; ')}`);
process.exit(troubles.length ? 1 : 0);
