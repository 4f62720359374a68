// SPDX-License-Identifier: MIT
// Dialogs: a frame for all of them, the new game, the settings.

import { $, el, icon } from './dom.js';
import { t, about, languages } from './words.js';

// Shows a modal dialog; `build(close)` returns its body.
export function dialog(title, build, wide) {
  const root = el('dialog', { class: wide ? 'wide' : '', 'aria-label': title });
  const close = () => root.close();
  root.append(
    el('div', { class: 'head' }, el('h2', {}, title), el('button', { class: 'plain', 'aria-label': t('close'), onclick: close }, icon('close'))),
    el('div', { class: 'body' }, build(close, root)));
  root.addEventListener('close', () => {
    liftToast();
    root.remove();
  });
  root.addEventListener('click', (event) => event.target === root && close());
  document.body.append(root);
  root.showModal();
  liftToast();
  return root;
}

// A notice lies on whatever dialog is on top; outside of that it would be dimmed, and mute.
export function liftToast() {
  const host = [...document.querySelectorAll('dialog[open]')].pop() || document.body;
  if ($('toast').parentNode !== host) host.append($('toast'));
}

// Asks before something that cannot be taken back.
export function sure(word, question, act) {
  dialog(word, (close) => [
    el('p', {}, question),
    el('div', { class: 'foot' }, el('button', { onclick: close }, t('cancel')),
      el('button', { class: 'primary danger', id: 'sure', onclick: () => { close(); act(); } }, word)),
  ]);
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
  if (!game.openings.includes(choice.opening)) choice.opening = game.shape === 'hexagons' ? 'swap-pieces' : 'free';
  shapeOf(choice, game);
  const set = (key) => (event) => { choice[key] = event.target.value; draw(); };
  return [
    segments('game', welcome.games.map((row) => [row.name, t(row.name)]), choice.game, (name) => { changeGame(choice, name); draw(); }),
    el('div', { class: 'row' },
      game.rules.length > 1 ? field(t('rule'), select({ name: 'rule', onchange: set('rule') }, game.rules.map((rule) => [rule, t(rule)]), choice.rule)) : null,
      sizeFields(choice, game, draw),
      field(t('opening'), openingSelect(choice, game, draw))),
    el('div', { class: 'seats' }, seatForm(app, welcome, choice, 0, draw),
      el('button', { type: 'button', id: 'change-seats', class: 'plain', title: t('changeSeats'), 'aria-label': t('changeSeats'),
        onclick: () => { choice.seats.reverse(); draw(); } }, icon('swap')),
      seatForm(app, welcome, choice, 1, draw)),
    el('div', { class: 'row' },
      field(t('clock'), select({ name: 'clock', onchange: (event) => { choice.clock = event.target.value; draw(); } }, clocks.map(([name]) => [name, name || t('noClock')]), choice.clock)),
      choice.clock ? null : field(t('perMove'), select({ name: 'time', onchange: set('time') }, [0.2, 0.5, 1, 2, 5, 10, 30].map((n) => [n, n + ' s']), choice.time))),
    el('div', { class: 'foot' }, el('button', { class: 'primary', type: 'submit', id: 'start' }, t('start'))),
  ];
}

// Each game keeps its own rule, size and opening while the other is looked at.
function changeGame(choice, name) {
  const { rule, size, other, opening } = choice;
  choice.kept = { ...choice.kept, [choice.game]: { rule, size, other, opening } };
  Object.assign(choice, { rule: undefined, size: undefined, other: false, opening: undefined, ...choice.kept[name], game: name });
}

const usualSizes = (game) => (game.shape === 'hexagons' ? [5, 7, 9, 11, 13, 14, 19] : [9, 13, 15, 17, 19, 20]).filter((n) => n >= game.least && n <= game.most);

// Columns and rows: "15", "11x9"; whatever does not fit the game becomes its usual size.
function shapeOf(choice, game) {
  const [wide, high] = String(choice.size).split('x').map(Number);
  const fits = (n) => Number.isInteger(n) && n >= game.least && n <= game.most;
  if (!fits(wide) || !fits(high || wide)) {
    choice.size = game.usual;
    choice.other = false;
  }
  const [w, h] = String(choice.size).split('x').map(Number);
  return [w, h || w];
}

// A stone can be mirrored only on a square board.
function openingSelect(choice, game, draw) {
  const [wide, high] = shapeOf(choice, game);
  const openings = game.openings.filter((name) => name !== 'swap-pieces' || wide === high);
  if (!openings.includes(choice.opening)) choice.opening = game.shape === 'hexagons' ? 'swap-sides' : 'free';
  return select({ name: 'opening', onchange: (event) => { choice.opening = event.target.value; draw(); } }, openings.map((name) => [name, t(name)]), choice.opening);
}

// The usual sizes, or any other: columns and rows by number.
function sizeFields(choice, game, draw) {
  const [wide, high] = shapeOf(choice, game);
  const sizes = usualSizes(game);
  const other = choice.other || wide !== high || !sizes.includes(wide);
  const pick = (event) => {
    choice.other = event.target.value === 'other';
    if (!choice.other) choice.size = event.target.value;
    draw();
  };
  const number = (name, label, value) => field(label, el('input', { type: 'number', name, min: game.least, max: game.most, required: true, value,
    oninput: ({ target: { form } }) => {
      if (!form.columns.checkValidity() || !form.rows.checkValidity()) return;
      choice.size = `${+form.columns.value}x${+form.rows.value}`;
      form.opening.replaceWith(openingSelect(choice, game, draw));
    } }));
  return [
    field(t('size'), select({ name: 'size', onchange: pick }, [...sizes.map((n) => [n, `${n} × ${n}`]), ['other', t('otherSize')]], other ? 'other' : wide)),
    other ? [number('columns', t('columns'), wide), number('rows', t('rows'), high)] : null,
  ].flat();
}

// Can this player be asked to play this?
function knows(player, choice) {
  const [wide, high = wide] = String(choice.size).split('x').map(Number);
  return !player.plays || player.plays.some((row) => row.game === choice.game && row.rule === choice.rule && row.openings.includes(choice.opening) &&
    (wide === high ? row.sizes.includes(wide) : row.oblong));
}

// What is chosen becomes something that this player can play.
function suit(player, choice, usual) {
  if (knows(player, choice)) return;
  const rows = player.plays.filter((row) => row.game === choice.game);
  const row = rows.find(({ rule }) => rule === choice.rule) || rows[0];
  choice.rule = row.rule;
  if (!row.openings.includes(choice.opening)) [choice.opening] = row.openings;
  if (!knows(player, choice)) Object.assign(choice, { size: row.sizes.includes(usual) ? usual : row.sizes[0], other: false });
}

// `fixed`: the game is on the table, and only who can play it is offered.
function seatForm(app, welcome, choice, seat, draw, fixed) {
  const players = welcome.players.filter((player) => player.games.includes(choice.game) && (!fixed || knows(player, choice)));
  const { usual } = welcome.games.find((game) => game.name === choice.game);
  const [name] = choice.seats[seat].split(':');
  let player = players.find((row) => row.spec === choice.seats[seat]) || players.find((row) => row.spec === name);
  if (!player || !knows(player, choice)) {
    // Another rule or board was chosen: tengen plays them all.
    player = players.find((row) => row.spec === 'tengen') || players.find((row) => row.spec === 'human');
    choice.seats[seat] = player.levels ? player.spec + ':level=5' : player.spec;
  }
  const level = (/level=(\d+)/.exec(choice.seats[seat]) || [])[1] || 10;
  const pick = (spec) => {
    choice.seats[seat] = spec;
    suit(players.find((row) => row.spec === spec) || player, choice, usual);
    draw();
  };
  return el('div', { class: 'seat' },
    el('h3', {}, seat ? t('seat2') : t('seat1')),
    select({ name: 'seat' + seat, 'aria-label': seat ? t('seat2') : t('seat1'),
      onchange: (event) => { const row = players.find((p) => p.spec === event.target.value); pick(row.levels ? row.spec + ':level=5' : row.spec); } },
      players.map((row) => [row.spec, app.playerWord(row.spec)]), player.spec),
    player.levels ? select({ name: 'level' + seat, 'aria-label': t('level', { n: '' }), onchange: (event) => pick(player.spec + ':level=' + event.target.value) },
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => [n, t('level', { n })]), level) : null,
    player.spec === 'human' ? null : el('small', { class: 'muted' }, about(player)));
}

// Who sits here from now on.
export function changeSeat(app, seat, done) {
  const { sitting } = app;
  const { game, rule, width, height, opening } = sitting.tree.head;
  const choice = { game, rule, size: `${width}x${height}`, opening: opening || 'free', seats: [...sitting.seats] };
  const title = t(sitting.side(seat) === 'b' ? 'black' : 'white');
  dialog(title, (close) => {
    const form = el('form', { class: 'body-form body', onsubmit: (event) => { event.preventDefault(); close(); done(choice.seats[seat]); } });
    const draw = () => form.replaceChildren(seatForm(app, app.welcome, choice, seat, draw, true),
      el('div', { class: 'foot' }, el('button', { class: 'primary', type: 'submit', id: 'sit' }, t('done'))));
    draw();
    return form;
  });
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
