// SPDX-License-Identifier: MIT
// One process for very many moves: `soak_moves.mjs gomocup` or `gtp`, SOAK_MOVES of them, over several rules and sizes of
// board. The games are kept here a second time, without the program: every move is on the board, on an empty cell, and
// memory stays what it was. Half of the games are against random stones, in the others it plays both sides.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Resident } from './resident.mjs';

const kind = process.argv[2];
const MOVES = Number(process.env.SOAK_MOVES || 2000);
const TURN_MS = 30;
const ANSWER_MS = 10000;
const END_MS = 5000;
const WARM_PLIES = 8; // of a first game with each rule and size, which makes what lasts and is not counted
const ALLOWED_KB = 2560; // boards of different sizes need so much more or less, and the quarters end on different ones

const protocols = {
  gomocup: {
    args: ['gomocup'],
    boards: [[0, 15], [4, 15], [1, 20], [8, 15], [0, 10], [1, 19]], // rule and size
    // Five or more in a row: the game is over, or as good as over, under every rule.
    over: (board, x, y) => [[1, 0], [0, 1], [1, 1], [1, -1]].some(([dx, dy]) => {
      const run = (sign) => { let n = 0; while (n < 5 && board.at(x + sign * (n + 1) * dx, y + sign * (n + 1) * dy) === board.at(x, y)) n++; return n; };
      return run(1) + run(-1) >= 4;
    }),
  },
  gtp: {
    args: ['gtp', '--game', 'hex', '--time', TURN_MS + 'ms'],
    boards: [[5, 5], [11, 11], [7, 9], [8, 8], [13, 13]], // columns and rows
    // A chain from the stone just put to both of its side's edges.
    over: (board, x, y) => {
      const side = board.at(x, y);
      const seen = new Set();
      const ways = [[x, y]];
      let near = false;
      let far = false;
      while (ways.length) {
        const [a, b] = ways.pop();
        if (seen.has(a + ',' + b) || board.at(a, b) !== side) continue;
        seen.add(a + ',' + b);
        near = near || (side === 1 ? b : a) === 0;
        far = far || (side === 1 ? b === board.height - 1 : a === board.width - 1);
        ways.push([a + 1, b], [a - 1, b], [a, b + 1], [a, b - 1], [a + 1, b - 1], [a - 1, b + 1]);
      }
      return near && far;
    },
  },
};

class Board {
  constructor(width, height) {
    Object.assign(this, { width, height, cells: new Map(), stones: [] });
  }

  at(x, y) {
    return this.cells.get(x + ',' + y) || 0;
  }

  put(x, y, side) {
    this.cells.set(x + ',' + y, side);
    this.stones.push([x, y, side]);
  }

  holds(x, y) {
    return x >= 0 && y >= 0 && x < this.width && y < this.height;
  }

  full() {
    return this.stones.length === this.width * this.height;
  }

  random() { // an empty cell; the board is not full
    for (;;) {
      const x = Math.floor(Math.random() * this.width);
      const y = Math.floor(Math.random() * this.height);
      if (!this.at(x, y)) return [x, y];
    }
  }
}

// --- the program ---

const { args, boards, over } = protocols[kind];
const child = spawn(process.env.TENGEN, [...args, '--threads', '1', '--hash', '4M'], { stdio: ['pipe', 'pipe', 'inherit'] });
const ended = new Promise((done) => child.on('exit', (code, signal) => done(code === null ? signal : code)));
const lines = [];
let wake = () => {};
createInterface({ input: child.stdout }).on('line', (line) => { lines.push(line); wake(); });
child.on('exit', () => wake());
child.stdin.on('error', () => {}); // it is gone, which the next answer tells
const say = (text) => child.stdin.write(text + '\n');

// The next line that is an answer.
async function heard(fits) {
  const until = Date.now() + ANSWER_MS;
  for (;;) {
    while (lines.length) {
      const line = lines.shift();
      if (/^(ERROR|UNKNOWN|\?)/.test(line)) throw new Error('it said ' + line);
      if (fits.test(line)) return line;
      if (line && !/^(MESSAGE|DEBUG)/.test(line)) throw new Error('it said ' + line);
    }
    if (child.exitCode !== null || child.signalCode) throw new Error('it is gone');
    if (Date.now() >= until) throw new Error(`no answer in ${ANSWER_MS} ms`);
    const later = setTimeout(() => wake(), until - Date.now());
    await new Promise((done) => { wake = done; });
    clearTimeout(later);
  }
}

const cell = /^(\d+),(\d+)$/;
const gomocup = {
  async begin([rule, size], is_same) {
    if (is_same) {
      say('RESTART');
    } else {
      say(`INFO timeout_turn ${TURN_MS}`);
      say(`INFO rule ${rule}`);
      say(`START ${size}`);
    }
    await heard(/^OK/);
    return new Board(size, size);
  },
  // Whatever lies there, from the side that is to move: of its own game it is told the last stone alone.
  async move(board, side, is_alone) {
    const [last] = board.stones.slice(-1);
    if (!last) say('BEGIN');
    else if (is_alone) say(`TURN ${last[0]},${last[1]}`);
    else say(['BOARD', ...board.stones.map(([x, y, whose]) => `${x},${y},${whose === side ? 1 : 2}`), 'DONE'].join('\n'));
    return cell.exec(await heard(cell)).slice(1).map(Number);
  },
  stone() {}, // TURN tells it
  end: () => say('END'),
};

const gtp = {
  async begin([width, height]) {
    say(`boardsize ${width} ${height}`);
    await heard(/^=/);
    say('clear_board');
    await heard(/^=/);
    return new Board(width, height);
  },
  async move(board, side) {
    say('genmove ' + ' bw'[side]);
    const answer = await heard(/^=/);
    const found = /^= ([a-z])(\d+)$/.exec(answer);
    if (!found) throw new Error('no move: ' + answer);
    return [found[1].charCodeAt(0) - 97, Number(found[2]) - 1];
  },
  async stone(x, y, side) {
    say(`play ${' bw'[side]} ${String.fromCharCode(97 + x)}${y + 1}`);
    await heard(/^=/);
  },
  end: () => say('quit'),
};

// --- the games ---

const protocol = kind === 'gtp' ? gtp : gomocup;
const resident = new Resident(child.pid);
let moves = 0;
let games = 0;
let trouble = '';

async function warm_up() {
  for (const setting of boards) {
    const board = await protocol.begin(setting, false);
    for (let side = 1; board.stones.length < WARM_PLIES; side = 3 - side) board.put(...(await protocol.move(board, side, false)), side);
  }
}

async function play(number) {
  // Each board twice in a row, the second time with RESTART.
  const board = await protocol.begin(boards[(number >> 1) % boards.length], number % 2 === 1);
  const is_alone = number % 2 === 0; // against random stones it has Black, for renju forbids White nothing
  for (let side = 1; !board.full() && moves < MOVES; side = 3 - side) {
    const is_random = is_alone && side === 2;
    const [x, y] = is_random ? board.random() : await protocol.move(board, side, is_alone);
    if (!board.holds(x, y) || board.at(x, y)) throw new Error(`${x},${y} is no empty cell, after ${JSON.stringify(board.stones)}`);
    board.put(x, y, side);
    if (!is_random) { moves++; resident.sample(); }
    if (over(board, x, y)) return;
    if (is_random) await protocol.stone(x, y, side);
  }
}

try {
  await warm_up();
  for (; moves < MOVES; games++) await play(games); // every game has a move
} catch (error) {
  trouble = error.message;
}
protocol.end();
const code = await Promise.race([ended, new Promise((done) => setTimeout(() => done('never'), END_MS).unref())]);
if (code === 'never') child.kill('SIGKILL');
const troubles = [...(trouble ? [trouble] : []), ...resident.troubles(ALLOWED_KB, 0), ...(code === 0 ? [] : [`it ended with ${code}`])];
console.log(`${troubles.length ? 'not ok' : 'ok'} ${kind}: ${moves} moves in ${games} games of one process; ${[resident, ...troubles].join('; ')}`);
process.exit(troubles.length ? 1 : 0);
