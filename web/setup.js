// SPDX-License-Identifier: MIT
// Free set-up: stones of either colour anywhere, either side to move. The server says at once what is
// wrong with it.

import { el } from './dom.js';
import { t } from './words.js';

export class SetUp {
  constructor(app) {
    const { sitting } = app;
    this.app = app;
    this.head = sitting.tree.head;
    this.put = 'b';
    this.turn = sitting.view.to_move;
    this.stones = new Map();
    const { geometry } = app.board;
    [...sitting.view.cells].forEach((colour, index) => {
      if (colour !== '.') this.stones.set(geometry.name(index % this.head.width, Math.floor(index / this.head.width)), colour);
    });
    this.problem = '';
  }

  root() {
    const of = (colour) => [...this.stones].filter(([, value]) => value === colour).map(([cell]) => cell);
    return { black: of('b'), white: of('w'), to_move: this.turn };
  }

  async touch(cell) {
    if (this.stones.get(cell) === this.put) this.stones.delete(cell);
    else this.stones.set(cell, this.put);
    await this.look();
  }

  async look() {
    const { game, rule, width, height } = this.head;
    this.problem = '';
    try {
      const view = await this.app.talk.ask('look', { game: { game, rule, width, height, ...this.root(), moves: [] } });
      this.view = view;
      if (view.result !== 'none') this.problem = view.result === 'draw' ? t('draw') : t('alreadyWon', { who: t(view.result) });
    } catch (why) {
      this.problem = why.message;
    }
    this.app.draw();
  }

  panel() {
    const pick = (key, value, word) => el('button', { class: this[key] === value ? 'on' : '', 'aria-pressed': String(this[key] === value),
      onclick: () => { this[key] = value; this.look(); } }, el('span', { class: 'dot ' + value }), word);
    return [
      el('p', { class: 'muted' }, t('setUpHelp')),
      el('div', { class: 'picks', role: 'group', 'aria-label': t('put') }, el('span', {}, t('put')), pick('put', 'b', t('black')), pick('put', 'w', t('white'))),
      el('div', { class: 'picks', role: 'group', 'aria-label': t('turn') }, el('span', {}, t('turn')), pick('turn', 'b', t('black')), pick('turn', 'w', t('white'))),
      this.problem ? el('p', { class: 'problem', role: 'alert' }, this.problem) : null,
      el('div', { class: 'foot' },
        el('button', { onclick: () => { this.stones.clear(); this.look(); } }, t('clear')),
        el('button', { onclick: () => this.app.endSetUp(false) }, t('cancel')),
        el('button', { id: 'set-up-done', class: 'primary', onclick: () => this.app.endSetUp(true) }, t('done'))),
    ];
  }
}
