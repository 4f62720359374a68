// SPDX-License-Identifier: MIT
// Keys that work everywhere but in fields and dialogs. The arrows on the board itself are the
// board's.

import { el } from './dom.js';
import { t } from './words.js';
import { dialog } from './dialogs.js';

const table = {
  ArrowLeft: (app) => app.step(-1), ArrowRight: (app) => app.step(1), Home: (app) => app.go(0), End: (app) => app.go(app.sitting.live),
  u: (app) => app.sitting.undo(), r: (app) => app.sitting.redo(), h: (app) => app.askHint(), a: (app) => { app.tab = 'analysis'; app.analysis.toggle(); },
  n: (app) => document.getElementById('new-game').click(), l: (app) => document.getElementById('library').click(),
  b: (app) => app.board.root.focus(), p: (app) => app.sitting.pause(!app.sitting.paused),
  m: (app) => app.show('moves'), w: (app) => app.show('report'), s: (app) => app.readOut(), '?': () => help(),
};

// What the dialog says of them.
const words = [['b', 'skip'], ['← ↑ → ↓', 'overBoard'], ['Enter', 'playHere'], ['← →', 'stepping'], ['Home / End', 'toEnds'], ['u', 'undo'], ['r', 'redo'], ['h', 'hint'],
  ['a', 'analyse'], ['p', 'pause'], ['m', 'moves'], ['w', 'report'], ['s', 'readOut'], ['n', 'newGame'], ['l', 'library'], ['?', 'keys']];

export function help() {
  dialog(t('keys'), () => el('table', { class: 'keys' }, el('tbody', {}, words.map(([key, word]) =>
    el('tr', {}, el('td', {}, key.split(' ').flatMap((part) => (part === '/' ? [' / '] : [el('kbd', {}, part), ' ']))), el('td', {}, t(word)))))));
}

export function keys(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const act = table[event.key];
  if (!act || !app.sitting.view) return;
  event.preventDefault();
  act(app);
}
