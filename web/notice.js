// SPDX-License-Identifier: MIT
// What the person must know for as long as it is so: that the server is away, that the game is not
// saved and why, that it was changed elsewhere.

import { $, el } from './dom.js';
import { t } from './words.js';
import { dialog } from './dialogs.js';

const words = { saving: 'saving', saved: 'saved', trouble: 'notSaved', changed: 'notSaved', gone: 'notSaved', none: 'keepsNothing' };

export function notice(app) {
  const { sitting, talk } = app;
  const { keeper } = sitting;
  const word = words[keeper.state];
  const sentence = talk.online === false ? t('offline') : keeper.state === 'trouble' ? `${t('notSaved')}: ${keeper.trouble}` : '';
  $('kept').textContent = word ? t(word) : '';
  $('kept').dataset.state = keeper.state;
  $('notice').hidden = !sentence;
  if ($('notice').textContent !== sentence) $('notice').textContent = sentence;
  if (keeper.outdated && !keeper.told) tell(app, keeper);
}

// Another page has saved this game, or deleted it: the person says which of the two it shall be. Asked
// again at the next change when the question was only closed.
function tell(app, keeper) {
  const { sitting } = app;
  keeper.told = true;
  dialog(t('notSaved'), (close) => [
    el('p', {}, t(keeper.outdated === 'gone' ? 'deletedElsewhere' : 'changedElsewhere')),
    el('div', { class: 'row' },
      keeper.outdated === 'changed' && el('button', { id: 'show-theirs', onclick: () => { close(); app.openGame(keeper.id); } }, t('showTheirs')),
      el('button', { id: 'keep-mine', class: 'primary', onclick: () => { close(); if (sitting.keeper === keeper) { sitting.keep(0, null); sitting.save(); } } }, t('keepMine'))),
  ]);
}
