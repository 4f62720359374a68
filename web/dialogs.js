// SPDX-License-Identifier: MIT
// Dialogs: a frame for all of them, the new game, the settings.

import { el, icon } from './dom.js';
import { t, languages } from './words.js';

// Shows a modal dialog; `build(close)` returns its body.
export function dialog(title, build, wide) {
  const root = el('dialog', { class: wide ? 'wide' : '', 'aria-label': title });
  const close = () => root.close();
  root.append(
    el('div', { class: 'head' }, el('h2', {}, title), el('button', { class: 'plain', 'aria-label': t('close'), onclick: close }, icon('close'))),
    el('div', { class: 'body' }, build(close, root)));
  root.addEventListener('close', () => root.remove());
  root.addEventListener('click', (event) => event.target === root && close());
  document.body.append(root);
  root.showModal();
  return root;
}

export function field(label, control) {
  return el('label', { class: 'field' }, label, control);
}

export function select(attributes, options, value) {
  return el('select', attributes, options.map(([key, text]) => el('option', { value: key, selected: String(key) === String(value) }, text)));
}

function segments(name, options, value, onchange) {
  return el('div', { class: 'segments', role: 'radiogroup' }, options.map(([key, text]) =>
    el('label', {}, el('input', { type: 'radio', name, value: key, checked: key === value, onchange: () => onchange(key) }), text)));
}

// --- a new game ---

const clocks = [['', null], ['1m+1s', 60, 1], ['3m+2s', 180, 2], ['5m+3s', 300, 3], ['10m', 600, 0], ['15m+10s', 900, 10], ['30m', 1800, 0]];

export function newGame(app) {
  const { welcome, memory } = app;
  const choice = { game: 'gomoku', seats: ['human', 'tengen:level=5'], clock: '', time: 2, ...memory.get('new', {}) };
  dialog(t('newGame'), (close, root) => {
    const form = el('form', { class: 'body-form' });
    const draw = () => form.replaceChildren(...newGameForm(app, welcome, choice, draw));
    draw();
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      memory.set('new', choice);
      close();
      app.begin(finish(choice));
    });
    form.classList.add('body');
    root.classList.add('new');
    return form;
  });
}

function finish(choice) {
  const row = clocks.find(([name]) => name === choice.clock) || clocks[0];
  const [width, height] = String(choice.size).split('x').map(Number);
  return {
    game: choice.game, rule: choice.rule, width, height: height || width, opening: choice.opening, seats: choice.seats,
    clock: row[0] ? { base: row[1] * 1000, add: row[2] * 1000 } : null, time_ms: choice.time * 1000,
  };
}

function newGameForm(app, welcome, choice, draw) {
  const game = welcome.games.find((row) => row.name === choice.game) || welcome.games[0];
  if (!game.rules.includes(choice.rule)) choice.rule = game.rules[0];
  if (!game.openings.includes(choice.opening)) choice.opening = game.hexagonal ? 'swap-pieces' : 'free';
  const sizes = game.hexagonal ? [5, 7, 9, 11, 13, 14, 19] : [9, 13, 15, 17, 19, 20];
  if (!sizes.includes(+choice.size)) choice.size = game.usual;
  const set = (key) => (event) => { choice[key] = event.target.value; };
  return [
    segments('game', welcome.games.map((row) => [row.name, t(row.name)]), choice.game, (name) => { choice.game = name; draw(); }),
    el('div', { class: 'row' },
      game.rules.length > 1 ? field(t('rule'), select({ name: 'rule', onchange: set('rule') }, game.rules.map((rule) => [rule, t(rule)]), choice.rule)) : null,
      field(t('size'), select({ name: 'size', onchange: set('size') }, sizes.map((n) => [n, `${n} × ${n}`]), choice.size)),
      field(t('opening'), select({ name: 'opening', onchange: set('opening') }, game.openings.map((name) => [name, t(name)]), choice.opening))),
    el('div', { class: 'seats' }, [0, 1].map((seat) => seatForm(app, welcome, choice, seat, draw))),
    el('div', { class: 'row' },
      field(t('clock'), select({ name: 'clock', onchange: (event) => { choice.clock = event.target.value; draw(); } }, clocks.map(([name]) => [name, name || t('noClock')]), choice.clock)),
      choice.clock ? null : field(t('perMove'), select({ name: 'time', onchange: set('time') }, [0.2, 0.5, 1, 2, 5, 10, 30].map((n) => [n, n + ' s']), choice.time))),
    el('div', { class: 'foot' }, el('button', { class: 'primary', type: 'submit', id: 'start' }, t('start'))),
  ];
}

function seatForm(app, welcome, choice, seat, draw) {
  const players = welcome.players.filter((player) => player.games.includes(choice.game));
  const [name] = choice.seats[seat].split(':');
  let player = players.find((row) => row.spec === choice.seats[seat]) || players.find((row) => row.spec === name);
  if (!player) [player, choice.seats[seat]] = [players.find((row) => row.spec === 'human'), 'human'];
  const level = (/level=(\d+)/.exec(choice.seats[seat]) || [])[1] || 10;
  const pick = (spec) => { choice.seats[seat] = spec; draw(); };
  return el('div', { class: 'seat' },
    el('h3', {}, seat ? t('seat2') : t('seat1')),
    select({ name: 'seat' + seat, 'aria-label': seat ? t('seat2') : t('seat1'),
      onchange: (event) => { const row = players.find((p) => p.spec === event.target.value); pick(row.levels ? row.spec + ':level=5' : row.spec); } },
      players.map((row) => [row.spec, app.playerWord(row.spec)]), player.spec),
    player.levels ? select({ name: 'level' + seat, 'aria-label': t('level', { n: '' }), onchange: (event) => pick(player.spec + ':level=' + event.target.value) },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => [n, t('level', { n })]), level) : null,
    player.spec === 'human' ? null : el('small', { class: 'muted' }, player.summary));
}

// --- settings ---

export function settings(app) {
  const { memory } = app;
  dialog(t('settings'), (close) => {
    const change = (key, value) => { memory.set(key, value); app.applySettings(); };
    const check = (key, otherwise) => el('label', { class: 'check' },
      el('input', { type: 'checkbox', name: key, checked: memory.get(key, otherwise), onchange: (event) => change(key, event.target.checked) }), t(key));
    return [
      field(t('language'), select({ name: 'language', onchange: async (event) => { memory.set('language', event.target.value); close(); await app.setLanguage(event.target.value); } },
        Object.entries(languages), memory.get('language', document.documentElement.lang))),
      field(t('theme'), segments('theme', ['auto', 'light', 'dark'].map((key) => [key, t(key)]), memory.get('theme', 'auto'), (key) => change('theme', key))),
      el('div', {}, check('coordinates', true), check('numbers', false), check('threats', true), check('showForbidden', true)),
      field(t('confirm'), segments('confirm', ['onTouch', 'always', 'never'].map((key) => [key, t(key)]), memory.get('confirm', 'onTouch'), (key) => change('confirm', key))),
      el('p', { class: 'muted' }, 'tengen ' + app.welcome.version),
    ];
  });
}
