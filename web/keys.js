// SPDX-License-Identifier: MIT
// Keys that work everywhere but in fields and dialogs. The arrows on the board itself are the
// board's.

import { $, el } from './dom.js';
import { t } from './words.js';
import { dialog } from './dialogs.js';

const press = (id) => () => $(id).hidden || $(id).click(); // one that is disabled does nothing

const table = {
  ArrowLeft: press('back'), ArrowRight: press('next'), Home: press('first'), End: press('last'),
  u: press('undo'), r: press('redo'), h: press('hint'), p: press('pause'), n: press('new-game'), l: press('library'),
  a: (app) => { if (!app.setUp) app.analyse(); },
  b: (app) => app.board.root.focus(),
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
