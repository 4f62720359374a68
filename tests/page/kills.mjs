// SPDX-License-Identifier: MIT
// The server is killed while a page saves, KILLS times: what it had confirmed is there, once and whole, and a save that was
// sent again is no second game. Raw sockets, no browser; run by tests/long/kills.sh.

import { serve, folder, test, run, ok, same } from './browser.mjs';
import { Socket } from './socket.mjs';

const kills = Number(process.env.KILLS || 20);

// The game with this many moves.
const documentOf = (name, moves) => ({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', black: name,
  nodes: [{}, ...Array.from({ length: moves }, (_, i) => ({ up: i, move: String.fromCharCode(97 + (i % 15)) + (1 + 2 * Math.floor(i / 15)), side: i % 2 ? 'w' : 'b' }))] });

test(`killed ${kills} times while it saves, nothing is lost or double`, async ({ files }) => {
  const confirmed = new Map(); // name -> moves
  let port = 0;
  let saves = 0;
  let pending = null; // a save whose answer never came
  for (let i = 0; i < kills; i++) {
    const own = await serve(files.db, port);
    port = own.port;
    const socket = await Socket.open(port);
    let ask = 1;
    let going = true;
    const end = setTimeout(() => { going = false; own.end('SIGKILL'); }, 20 + Math.random() * 60);
    for (let game = 0; going; game++) {
      const name = `g${i}.${game}`;
      for (let moves = 1, id = 0, over = ''; moves <= 4 && going; moves++) {
        const version = `${name.replace('.', 'x')}.${moves}`;
        if (pending) { // a page asks again after it has lost the answer
          const again = await socket.ask({ ...pending, ask: ask++ }, 500);
          if (!again) break;
          same(again.type, 'saved', 'the same save again');
          confirmed.set(pending.document.black, pending.document.nodes.length - 1);
          pending = null;
        }
        const question = { type: 'save', id, document: documentOf(name, moves), version, over };
        const answer = await socket.ask({ ...question, ask: ask++ }, 500);
        if (!answer) { pending = question; break; }
        same(answer.type, 'saved', 'a save');
        ({ id } = answer);
        over = version;
        saves++;
        confirmed.set(name, moves);
      }
    }
    clearTimeout(end);
    await own.end('SIGKILL');
    socket.end();
  }
  const own = await serve(files.db, port);
  const socket = await Socket.open(port);
  const there = new Map();
  for (let page = 0, ask = 1; ; page++) {
    const { items: games, total } = await socket.ask({ type: 'games', ask: ask++, offset: page * 50, limit: 50 });
    for (const game of games) {
      ok(!there.has(game.black), `${game.black} is there twice`);
      there.set(game.black, game.plies);
    }
    if (there.size >= total || !games.length) break;
  }
  for (const [name, moves] of confirmed) ok(there.get(name) >= moves, `${name}: ${moves} moves were confirmed, there are ${there.get(name)}`);
  console.log(`# ${kills} kills, ${saves} confirmed saves of ${confirmed.size} games`);
  socket.end();
  same(await own.end(), 0, 'exit code');
});

const files = folder();
const failed = await run({ files });
files.remove();
process.exit(failed ? 1 : 0);
