// SPDX-License-Identifier: MIT
// What stands around the board: the players with their clocks, whose turn it is, what may be chosen.

import { $, el, icon, replace } from './dom.js';
import { t } from './words.js';

function clock(ms) {
  const s = Math.ceil(ms / 100) / 10;
  if (s < 20) return s.toFixed(1);
  const whole = Math.ceil(s);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

// Only the engine at full strength speaks of chances: a weak level's numbers are as weak as its moves, and
// other players have scales of their own.
const judges = (spec) => /^tengen(:|$)/.test(spec) && !/level=[1-9]\b/.test(spec);

export function cards(app) {
  const { sitting } = app;
  const live = !sitting.over();
  const held = document.activeElement && $('cards').contains(document.activeElement) ? document.activeElement.id : null;
  replace($('cards'), ['b', 'w'].map((side) => {
    const seat = sitting.seatOf(side);
    const left = sitting.left(seat);
    const turn = live && sitting.actor() === seat;
    const thinks = turn && sitting.thinks();
    const name = sitting.id && sitting.persons() === 2 && sitting.tree.head[side === 'b' ? 'black' : 'white'];
    const thought = thinks && sitting.thought && sitting.thought.lines[0];
    const word = app.playerWord(name || sitting.seats[seat]);
    const time = left !== null ? clock(left) : '';
    return el('button', { class: 'card' + (turn ? ' turn' : ''), 'data-side': side, id: 'card-' + side, title: t('changePlayer'),
      'aria-label': [t(side === 'b' ? 'black' : 'white'), word, time, t('changePlayer')].filter(Boolean).join(', '), onclick: () => app.changeSeat(seat) },
      el('span', { class: 'dot ' + side }),
      el('span', { class: 'who' }, el('b', {}, word),
        el('small', {}, thought ? [`${t('depth')} ${sitting.thought.depth}`, judges(sitting.seats[seat]) && `${(thought.win * 100).toFixed(0)}%`].filter(Boolean).join(' · ') : t(side === 'b' ? 'black' : 'white'))),
      thinks ? el('span', { class: 'pulse' }) : null,
      left !== null ? el('span', { class: 'clock' + (left < 10000 ? ' low' : '') }, time) : null);
  }));
  if (held) $(held).focus();
}

// A button that would do nothing cannot be pressed; keys press the buttons.
export function controls(app) {
  const { sitting, setUp } = app;
  const { at, live, tree, view } = sitting;
  const may = {
    first: at, back: at, next: tree.nodes[at].kids.length, last: at !== live, undo: live, redo: sitting.redoable(),
    hint: view.result === 'none' && !sitting.thinks(), pause: sitting.mayPause(), resign: sitting.mayResign(),
  };
  for (const [id, can] of Object.entries(may)) $(id).disabled = !can || !!setUp;
  $('pause').hidden = sitting.persons() === 2 && !sitting.clocks;
  $('pause').classList.toggle('on', sitting.paused);
  $('set-up').classList.toggle('on', !!setUp);
}

function words(app) {
  const { sitting } = app;
  const { view } = sitting;
  const who = t(view.to_move === 'b' ? 'black' : 'white');
  if (app.setUp) return t('setUp');
  if (view.result !== 'none' || (sitting.flag && sitting.at === sitting.live)) {
    const winner = sitting.winner();
    if (winner === 'draw') return t('draw');
    const how = sitting.flag ? ' ' + t('byTime') : view.reason === 'resignation' ? ' ' + t('byResign') : '';
    return t('wins', { who: t(winner) }) + how;
  }
  const stones = [...view.cells].filter((cell) => cell !== '.').length;
  if (view.placing) return stones < 3 ? t('place3', { n: stones + 1 }) : t('place2', { n: stones - 2 });
  if (sitting.thinks()) return t('thinking', { who: app.playerWord(sitting.seats[sitting.actor()]) });
  if (view.choices.length && sitting.may()) return sitting.tree.head.game === 'hex' ? t('chooseSwap') : t('chooseColour');
  if (view.centre_only) return t('centreOnly');
  if (view.clear_centre) return t('clearCentre', { n: view.clear_centre });
  return t('toMove', { who });
}

export function status(app) {
  const box = $('status');
  const text = words(app);
  if (box.textContent !== text) box.textContent = text;
  box.classList.toggle('end', app.sitting.view.result !== 'none' || !!app.sitting.flag);
}

export function choices(app) {
  const { sitting } = app;
  const { view } = sitting;
  const out = [];
  if (!app.setUp && sitting.may()) {
    const word = { 'swap-sides': t('takeOther'), 'swap-pieces': t('takeStone'), 'put-two': t('putTwo') };
    for (const choice of view.choices) out.push(el('button', { class: 'primary', 'data-choice': choice, onclick: () => app.choose(choice) }, word[choice]));
  }
  if (!app.setUp && sitting.at !== sitting.live && sitting.persons() < 2 && view.result === 'none')
    out.push(el('button', { id: 'play-on', onclick: () => sitting.playOn() }, icon('play'), t('playOn')));
  if (!app.setUp && sitting.paused && sitting.at === sitting.live && !sitting.over())
    out.push(el('button', { id: 'resume', class: 'primary', onclick: () => sitting.pause(false) }, icon('play'), t('resume')));
  // Rebuilt only when it differs, lest a click fall between two buttons.
  const key = out.map((node) => node.textContent).join('|');
  if ($('choices').dataset.key === key && out.length) return;
  $('choices').dataset.key = key;
  replace($('choices'), out);
}
