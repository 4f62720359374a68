// SPDX-License-Identifier: MIT
// Every language says everything English says, with the same blanks to fill in, and nothing else: the
// page's own words, the players of this program, and what the server refuses.

import { readdirSync, readFileSync } from 'node:fs';
import { folder as scratch, serve } from './browser.mjs';
import { Socket } from './socket.mjs';

const folder = new URL('../../web/lang/', import.meta.url);
// The page's modules have no package.json of their own, so they are read as text.
const load = async (name) => (await import('data:text/javascript,' + encodeURIComponent(readFileSync(new URL(name, folder), 'utf8')))).default;
const blanks = (text) => (text.match(/\{\w+\}/g) || []).sort().join();

const en = await load('en.js');
const words = readFileSync(new URL('../words.js', folder), 'utf8');
const offered = [.../languages = \{(.*)\}/.exec(words)[1].matchAll(/(\w\w):/g)].map((match) => match[1]);
let failed = 0;
for (const name of offered) {
  const problems = [];
  let table = {};
  try {
    table = await load(name + '.js');
  } catch (error) {
    problems.push(String(error));
  }
  for (const key of Object.keys(en)) {
    if (!table[key]) problems.push('lacks ' + key);
    else if (blanks(table[key]) !== blanks(en[key])) problems.push('blanks of ' + key);
  }
  for (const key of Object.keys(table)) if (!(key in en)) problems.push('knows an unknown ' + key);
  if (problems.length) failed++;
  console.log(problems.length ? `not ok language ${name}: ${problems.join(', ')}` : `ok language ${name}`);
}
for (const file of readdirSync(folder)) if (!offered.includes(file.slice(0, 2))) { failed++; console.log('not ok language ' + file + ' is not offered'); }

// What the page asks for by name is there.
for (const file of readdirSync(new URL('..', folder)).filter((name) => name.endsWith('.js')))
  for (const [, key] of readFileSync(new URL('../' + file, folder), 'utf8').matchAll(/\bt\('([\w-]+)'[,)]/g))
    if (!(key in en)) { failed++; console.log(`not ok ${file} says '${key}', which no language knows`); }

// --- what the server says ---

const say = (good, what) => { if (!good) failed++; console.log((good ? 'ok ' : 'not ok ') + what); };
const forms = [...readFileSync(new URL('../../src/serve/refusal.c', folder), 'utf8').matchAll(/^ {4}\{"([a-z]+)", "(.*)"\},/gm)].map(([, code, form]) => ({ code, form }));
const codes = new Set(forms.map(({ code }) => code));
const unsaid = [...codes].filter((code) => !en['no-' + code]);
const stray = Object.keys(en).filter((key) => key.startsWith('no-') && !codes.has(key.slice(3)));
say(forms.length > 30 && !unsaid.length && !stray.length, `every refusal has its words, and no others are: ${[...unsaid, ...stray]}`);
const hollow = forms.filter(({ code, form }) => [...new Set((en['no-' + code] || '').match(/\{\w+\}/g))].some((blank) => !form.includes(blank)));
say(!hollow.length, `every blank of theirs is filled in: ${hollow.map(({ code }) => code)}`);

// What the server really says has a code: the table of forms is as old as its sentences.
const room = scratch();
const server = await serve(room.db);
const socket = await Socket.open(server.port);
const board = { game: 'gomoku', width: 15, height: 15 };
const look = (moves, more) => ({ type: 'look', fresh: true, game: { ...board, moves, ...more } });
const document = (nodes, more) => ({ type: 'save', document: { ...board, rule: 'freestyle', nodes, ...more } });
const five = ['a1', 'b1', 'a2', 'b2', 'a3', 'b3', 'a4', 'b4', 'a5'];
const cases = [
  ['occupied', look(['h8', 'h8']), { cell: 'h8' }], ['over', look([...five, 'o1'])], ['word', look(['z99']), { word: 'z99', last: 'o15' }],
  ['forbidden', look(['h9', 'a1', 'h10', 'a3', 'i8', 'c1', 'j8', 'c3', 'h8'], { rule: 'renju' }), { cell: 'h8', reasons: '33' }],
  ['swap', look(['h8', 'swap-sides'])], ['two', look(['h8', 'put-two'])], ['centre', look(['a1'], { opening: 'pro' }), { cell: 'a1' }],
  ['clear', look(['h8', 'a1', 'i9'], { opening: 'pro' }), { cell: 'i9', n: '5' }], ['square', look([], { game: 'hex', width: 5, height: 4, opening: 'swap-pieces' })],
  ['board', look([], { width: 99 }), { least: '5', most: '25' }], ['replay', { type: 'import', text: '(;GM[4]SZ[15];B[hh];W[hh])' }, { n: '2', move: 'h8' }],
  ['word', { type: 'import', text: 'foo' }, { word: 'foo' }], ['line', { type: 'import', text: '(;B[hh]' }, { n: '1' }], ['empty', { type: 'import', text: '' }],
  ['midgame', { type: 'import', text: '(;GM[4]SZ[15];B[hh];AB[aa];W[ii])' }], ['gone', { type: 'open', id: 99 }, { id: '99' }],
  ['day', { type: 'games', from: 'foo' }, { day: 'foo' }], ['player', { type: 'choose', player: 'foo', game: board }, { name: 'foo' }], ['protocol', { type: 'hello', protocol: 99 }],
  ['point', document([{ black: ['z99'] }]), { word: 'z99' }], ['setup', look([], { black: ['h8'], white: ['h8'] }), { cell: 'h8' }],
];
for (const [code, question, values = {}] of cases) {
  const answer = await socket.ask({ ...question, ask: 1 });
  const wrong = Object.keys(values).filter((name) => !answer || !answer.values || answer.values[name] !== values[name]);
  say(answer && answer.code === code && !wrong.length, `the server refuses by its code: ${code}${answer && answer.code === code && !wrong.length ? '' : ', got ' + JSON.stringify(answer)}`);
}
const replay = await socket.ask({ type: 'import', text: '(;GM[4]SZ[15];B[hh];W[hh])', ask: 1 });
say(replay.values && replay.values.why && replay.values.why.code === 'occupied', 'a sentence within a sentence has its own code');
const { players } = await socket.ask({ type: 'hello', protocol: 2, ask: 1 });
const unknown = players.filter(({ spec }) => spec !== 'human' && !en['about-' + spec]).map(({ spec }) => spec);
const absent = Object.keys(en).filter((key) => key.startsWith('about-') && !players.some(({ spec }) => 'about-' + spec === key));
say(!unknown.length && !absent.length, `every player is described in every language: ${[...unknown, ...absent]}`);
socket.end();
await server.end();
room.remove();
process.exit(failed ? 1 : 0);
