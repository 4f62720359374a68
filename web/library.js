// SPDX-License-Identifier: MIT
// The library: every game that was ever begun here, found by who, when, how and what stood on the
// board.

import { el, icon, replace } from './dom.js';
import { t } from './words.js';
import { dialog, field, select, sure } from './dialogs.js';

const PAGE = 30;

export function library(app) {
  const query = { position: false };
  dialog(t('library'), (close) => {
    const list = el('div', { class: 'cards-list', id: 'games' });
    const count = el('span', { class: 'muted', id: 'games-count' });
    let offset = 0;
    const load = async (more) => {
      offset = more ? offset + PAGE : 0;
      const { position, ...fields } = query;
      if (position) fields.position = app.sitting.tree.question(app.sitting.at);
      try {
        const answer = await app.talk.ask('games', { ...fields, limit: PAGE, offset });
        const rows = answer.items.map((game) => row(app, game, close, load));
        if (more) list.lastChild.remove();
        else replace(list);
        list.append(...rows);
        if (offset + PAGE < answer.total) list.append(el('button', { onclick: () => load(true) }, t('more')));
        if (!answer.total) list.append(el('p', { class: 'muted' }, t('nothingFound')));
        count.textContent = t('games', { n: answer.total });
      } catch (why) {
        replace(list, el('p', { class: 'muted' }, why.message));
      }
    };
    const set = (key) => (event) => { query[key] = event.target.value; load(); };
    load();
    const results = ['black', 'white', 'draw'].map((key) => [key, t(key)]);
    const openings = [...new Set(app.welcome.games.flatMap((game) => game.openings))];
    return [
      el('div', { class: 'row' },
        field(t('player'), el('input', { type: 'search', name: 'player', oninput: set('player') })),
        field(t('result'), select({ name: 'result', onchange: set('result') }, [['', t('any')], ...results, ['none', t('unfinished')]], '')),
        field(t('game'), select({ name: 'library-game', onchange: set('game') }, [['', t('any')], ...app.welcome.games.map((game) => [game.name, t(game.name)])], '')),
        field(t('opening'), select({ name: 'library-opening', onchange: set('opening') }, [['', t('any')], ...openings.map((name) => [name, t(name)])], ''))),
      el('div', { class: 'row' },
        field(t('from'), el('input', { type: 'date', name: 'from', onchange: set('from') })),
        field(t('to'), el('input', { type: 'date', name: 'to', onchange: set('to') })),
        el('label', { class: 'check' }, el('input', { type: 'checkbox', name: 'position', onchange: (event) => { query.position = event.target.checked; load(); } }), t('thisPosition'))),
      count, list,
    ];
  }, true);
}

function row(app, game, close, load) {
  const name = (side) => (game[side] ? app.playerWord(game[side]) : '?');
  const result = { black: '1–0', white: '0–1', draw: '½–½' }[game.result] || '…';
  const kind = game.game === 'hex' ? t('hex') : t(game.rule);
  const open = async () => (await app.openGame(game.id, game.ply >= 0 ? game.ply : null)) && close();
  return el('div', { class: 'spread' },
    el('button', { class: 'game-row', 'data-id': game.id, onclick: open },
      el('span', { class: 'what' }, el('b', {}, `● ${name('black')} – ○ ${name('white')}`), el('br'),
        el('small', { class: 'muted' }, [game.day, `${kind} ${game.width}×${game.height}`, t('movesCount', { n: game.plies }), game.event].filter(Boolean).join(' · '))),
      el('b', {}, result)),
    el('button', { class: 'plain danger', 'aria-label': t('delete'), title: t('delete'), onclick: () => sure(t('delete'), t('sureDelete'), async () => {
      try {
        await app.talk.ask('delete', { id: game.id });
      } catch (why) {
        app.toast(why.message);
      }
      load();
    }) }, icon('trash')));
}
