// SPDX-License-Identifier: MIT
// An import of GAMES games (8,000) into the library of a server: how long do pages wait meanwhile? One
// plays and saves every move, one only looks. No answer to the second may be late.

import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { serve, folder } from '../page/browser.mjs';
import { Socket } from '../page/socket.mjs';

const GAMES = Number(process.env.GAMES || 8000);
const PLIES = 40;
const LATE_MS = 100;
const SAVED_MS = 1000;

// Moves in an order of its own for every game; no five: only every other row and column is used.
function game(number) {
  const cells = Array.from({ length: 64 }, (_, i) => String.fromCharCode(97 + 2 * (i % 8)) + String.fromCharCode(97 + 2 * (i >> 3)));
  let seed = number + 1;
  for (let i = cells.length - 1; i > 0; i--) {
    seed = (seed * 48271) % 2147483647;
    const k = seed % (i + 1);
    [cells[i], cells[k]] = [cells[k], cells[i]];
  }
  return `(;FF[4]GM[4]SZ[15]RU[freestyle]PB[P${number}]DT[2026-01-01]${cells.slice(0, PLIES).map((cell, i) => `;${i % 2 ? 'W' : 'B'}[${cell}]`).join('')})`;
}

const percentile = (times, share) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.ceil(times.length * share) - 1)];

async function timed(times, question) {
  const began = performance.now();
  const answer = await question();
  times.push(performance.now() - began);
  if (!answer || answer.type === 'refused') throw new Error('refused: ' + JSON.stringify(answer));
  return answer;
}

const files = folder();
writeFileSync(files.path + '/many.sgf', Array.from({ length: GAMES }, (_, i) => game(i)).join('\n'));
const server = await serve(files.db);
let code = null;
const importing = spawn(process.env.TENGEN, ['db', 'import', files.path + '/many.sgf', '--db', files.db, '--quiet'], { stdio: 'inherit' });
importing.on('exit', (end) => { code = end; });

const looks = [];
const saves = [];

async function look() {
  const socket = await Socket.open(server.port);
  for (let ask = 1; code === null; ask++) {
    await timed(looks, () => socket.ask({ type: ask % 2 ? 'look' : 'games', ask, limit: 20, game: ask % 2 ? { game: 'gomoku', moves: ['h8'] } : undefined }));
    await new Promise((done) => setTimeout(done, 20)); // 60 messages a second are allowed
  }
  socket.end();
}

async function play() {
  const socket = await Socket.open(server.port);
  const moves = [];
  for (let ask = 1, id = 0; code === null; ask += 2) {
    if (moves.length === 15) { moves.length = 0; id = 0; }
    moves.push('abcdefghijklmno'[moves.length] + '2');
    const nodes = [{}, ...moves.map((move, up) => ({ up, move }))];
    await socket.ask({ type: 'look', ask, game: { game: 'hex', width: 15, height: 15, moves } });
    id = (await timed(saves, () => socket.ask({ type: 'save', ask: ask + 1, id, document: { game: 'hex', rule: 'hex', width: 15, height: 15, nodes } }, 15000))).id;
    await new Promise((done) => setTimeout(done, 50));
  }
  socket.end();
}

const lookers = Number(process.env.LOOKERS || 8);
const began = performance.now();
let trouble = '';
await Promise.all([play(), ...Array.from({ length: lookers }, look)]).catch((error) => { trouble = error.message; });
const seconds = (performance.now() - began) / 1000;
importing.kill();
await server.end();
files.remove();
const late = percentile(looks, 0.999);
const saved = Math.max(...saves);
const good = !trouble && code === 0 && looks.length >= 1000 && late < LATE_MS && saved < SAVED_MS;
console.log(`${good ? 'ok' : 'not ok'} import of ${GAMES} games in ${seconds.toFixed(1)} s: ${looks.length} answers, p99.9 ${late.toFixed(1)} ms, worst ${Math.max(...looks).toFixed(1)} ms; ` +
  `${saves.length} saves, worst ${saved.toFixed(1)} ms${trouble && '; ' + trouble}`);
process.exit(good ? 0 : 1);
