// SPDX-License-Identifier: MIT
// What stands beside the board: the moves as a tree, the engine's thoughts, the report.

import { $, el, svg, icon } from './dom.js';
import { t } from './words.js';
import { short } from './board.js';
import { grade } from './analysis.js';

export function percent(line) {
  if (!line) return '';
  if (line.proven === 'draw') return '=';
  return (line.win * 100).toFixed(1) + '%';
}

// --- moves ---

export function movesPanel(app) {
  const { sitting } = app;
  const { tree } = sitting;
  const box = el('div', { class: 'moves', id: 'moves' });
  if (tree.nodes.length === 1) box.append(el('p', { class: 'muted' }, t('noMoves')));
  walk(app, box, tree, 0, 1, true);
  const node = tree.nodes[sitting.at];
  const note = el('textarea', { id: 'note', rows: 2, 'aria-label': t('comment'), placeholder: t('comment'), value: node.note || '',
    oninput: (event) => {
      node.note = event.target.value || undefined;
      sitting.saveSoon();
    } });
  return [box, note, replies(app), details(app),
    el('div', { class: 'row' },
      el('button', { class: 'small', id: 'promote', disabled: tree.main(sitting.at), onclick: () => app.promote() }, icon('up'), t('promote')),
      el('button', { class: 'small danger', id: 'prune', disabled: !sitting.at, onclick: () => app.askPrune() }, icon('trash'), t('deleteBranch')))];
}

// The list of moves stays where it was scrolled to when it is drawn anew, unless another move is shown,
// or the one that was in view no longer is: that one is brought into view.
export function place() {
  const box = $('moves');
  return box && { top: box.scrollTop, off: off(box) };
}

// How far the move that is shown lies outside the list, from the middle of it.
function off(box) {
  const here = box.querySelector('.here');
  if (!here) return 0;
  const [list, move] = [box.getBoundingClientRect(), here.getBoundingClientRect()];
  return move.top < list.top || move.bottom > list.bottom ? (move.top + move.bottom - list.top - list.bottom) / 2 : 0;
}

export function settle(app, before) {
  const { table, at, tree } = app.sitting;
  const box = $('moves');
  const shown = [table, at, tree.nodes.length].join();
  if (!box) return;
  const stay = before && shown === app.settled;
  app.settled = shown;
  box.scrollTop = before && at ? before.top : 0;
  if (!stay || !before.off) box.scrollTop += off(box);
}

// What was played here before, in the games of the library.
function replies(app) {
  const { sitting } = app;
  const { known } = sitting;
  if (!known || known.node !== sitting.at || !known.items.length) return null;
  const rows = known.items.slice(0, 6).map((item) => {
    const points = (sitting.view.to_move === 'b' ? item.black : item.white) + item.draws / 2;
    const ended = item.black + item.white + item.draws;
    return el('tr', { class: 'pick', tabindex: '0', onclick: () => app.choose(item.move), onkeydown: (event) => event.key === 'Enter' && app.choose(item.move),
      onpointerenter: () => app.preview([item.move]), onpointerleave: () => app.preview(null), onfocus: () => app.preview([item.move]), onblur: () => app.preview(null) },
      el('td', {}, el('b', {}, app.moveWord(item.move))), el('td', {}, '× ' + item.games), el('td', {}, ended ? `${((100 * points) / ended).toFixed(0)}%` : '–'));
  });
  return el('section', { id: 'replies' }, el('h3', {}, t('playedBefore')), el('table', {}, el('tbody', {}, rows)));
}

// Who, where, when: what a library is searched by.
function details(app) {
  const { sitting } = app;
  const { head } = sitting.tree;
  const field = (key, word, type = 'text') => el('label', { class: 'field' }, word,
    el('input', { type, id: 'head-' + key, value: key === 'black' || key === 'white' ? app.nameOf(head[key]) : head[key] || '', onchange: (event) => {
      head[key] = event.target.value || undefined;
      sitting.save();
      app.draw();
    } }));
  return el('details', { class: 'about', id: 'about', open: app.aboutOpen, ontoggle: (event) => { app.aboutOpen = event.target.open; } },
    el('summary', {}, t('about')),
    el('div', { class: 'fields' }, field('black', t('black')), field('white', t('white')), field('event', t('event')), field('date', t('date'), 'date')));
}

function walk(app, box, tree, from, number, main) {
  let at = from;
  while (tree.nodes[at].kids.length) {
    const [first, ...others] = tree.nodes[at].kids;
    box.append(moveButton(app, first, number, main));
    for (const other of others) {
      const branch = el('div', { class: 'branch' });
      branch.append(moveButton(app, other, number, false));
      walk(app, branch, tree, other, number + 1, false);
      box.append(branch);
    }
    at = first;
    number++;
  }
}

function moveButton(app, index, number, main) {
  const { sitting } = app;
  const node = sitting.tree.nodes[index];
  const before = sitting.scores.get(node.up);
  const kind = before && before.next === index ? grade(before) : null;
  const sign = kind === 'blunder' ? '??' : kind === 'mistake' ? '?' : kind === 'slip' ? '?!' : '';
  const label = app.moveWord(node.move) + sign;
  return el('span', {},
    el('span', { class: 'one' }, el('span', { class: 'n' }, number + '.'),
    el('button', { class: [main && 'main', index === sitting.at && 'here', kind && (kind === 'slip' ? 'slip' : 'blunder')].filter(Boolean).join(' '),
      'aria-current': index === sitting.at ? 'step' : null, title: node.note, onclick: () => app.go(index) }, label)),
    node.note ? el('span', { class: 'remark' }, ' ' + node.note.slice(0, 60)) : null);
}

// --- the score graph ---

export function graph(app) {
  const { sitting } = app;
  const line = [0, ...sitting.tree.line(sitting.at)];
  const width = 340;
  const height = 100;
  const x = (index) => (line.length < 2 ? 0 : (index / (line.length - 1)) * width);
  const points = line.map((node, index) => ({ node, index, score: sitting.scores.get(node) })).filter((point) => point.score);
  const y = (point) => (1 - point.score.black) * (height - 8) + 4;
  const path = points.map((point) => `${x(point.index).toFixed(1)},${y(point).toFixed(1)}`);
  const here = line.indexOf(sitting.at);
  const root = svg('svg', { class: 'graph', id: 'graph', viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('analysis'),
    onclick: (event) => {
      const box = root.getBoundingClientRect();
      const index = Math.round(((event.clientX - box.left) / box.width) * (line.length - 1));
      app.go(line[Math.max(0, Math.min(line.length - 1, index))]);
    } },
    svg('line', { class: 'half', x1: 0, x2: width, y1: height / 2, y2: height / 2 }));
  if (path.length === 1) root.append(svg('circle', { class: 'lone', cx: Math.min(width - 4, Math.max(4, x(points[0].index))), cy: y(points[0]), r: 3 }));
  if (path.length > 1) {
    root.append(svg('polygon', { class: 'area', points: [`${x(points[0].index)},${height}`, ...path, `${x(points[points.length - 1].index)},${height}`].join(' ') }),
      svg('polyline', { class: 'curve', points: path.join(' '), 'vector-effect': 'non-scaling-stroke' }));
  }
  for (const point of points) {
    const kind = grade(point.score);
    if (kind && point.score.next === line[point.index + 1])
      // On the curve, where the move has led to.
      root.append(svg('circle', { class: 'slip ' + kind, cx: Math.min(width - 4, x(point.index + 1)), cy: y(points.find((next) => next.index === point.index + 1) || point), r: 3.4 }));
  }
  root.append(svg('line', { class: 'here', x1: x(here), x2: x(here), y1: 0, y2: height, 'vector-effect': 'non-scaling-stroke' }));
  return el('div', { class: 'graph-box' }, root, el('span', { class: 'dot b', 'aria-hidden': 'true' }), el('span', { class: 'dot w', 'aria-hidden': 'true' }));
}

function bar(black) {
  return el('div', { class: 'bar', 'aria-hidden': 'true' },
    svg('svg', { viewBox: '0 0 100 10', preserveAspectRatio: 'none' }, svg('rect', { width: black * 100, height: 10 })));
}

// --- analysis ---

export function analysisPanel(app) {
  const { analysis, sitting } = app;
  const data = analysis.data && analysis.data.node === sitting.at ? analysis.data : null;
  const score = sitting.scores.get(sitting.at);
  const out = [
    el('div', { class: 'spread' },
      el('button', { id: 'analyse', class: analysis.on ? 'on' : 'primary', 'aria-pressed': String(analysis.on), disabled: !analysis.on && sitting.view.result !== 'none', onclick: () => analysis.toggle() },
        icon(analysis.on ? 'pause' : 'play'), analysis.on ? t('pause') : t('analyse')),
      el('label', { class: 'check' }, t('candidates'),
        el('select', { id: 'lines', onchange: (event) => { analysis.lines = +event.target.value; analysis.refresh(); } },
          [1, 2, 3, 5, 8].map((n) => el('option', { value: n, selected: n === analysis.lines }, n))))),
  ];
  if (score) out.push(bar(score.black));
  if (data) out.push(el('div', { class: 'facts', id: 'facts' }, facts(data)));
  if (data) out.push(table(app, data));
  else if (!analysis.on) out.push(el('p', { class: 'muted' }, t('analysisOff')));
  out.push(graph(app));
  return out;
}

// How far the search has come: what changes with every beat of it.
export function facts(data) {
  const now = data.live || data;
  return [fact(t('depth'), now.depth), fact(t('nodes'), short(now.nodes)), fact(t('speed'), t('perSecond', { n: short(now.nps) })),
    data.stored ? el('span', { class: 'muted' }, t('fromStore')) : null];
}

const fact = (name, value) => el('div', {}, el('small', {}, name), el('b', {}, value));

function table(app, data) {
  const rows = data.lines.map((line, rank) =>
    el('tr', { class: 'pick', tabindex: '0', 'data-move': line.pv[0],
      onpointerenter: () => app.preview(line.pv), onpointerleave: () => app.preview(null),
      onfocus: () => app.preview(line.pv), onblur: () => app.preview(null),
      onclick: () => app.choose(line.pv[0]), onkeydown: (event) => event.key === 'Enter' && app.choose(line.pv[0]) },
      el('td', {}, el('b', {}, app.moveWord(line.pv[0]))),
      el('td', {}, proof(line) || percent(line)),
      el('td', {}, line.visits === null ? line.depth : short(line.visits)),
      el('td', { class: 'pv' }, line.pv.slice(1, 12).join(' '))));
  const counts = data.lines.some((line) => line.visits !== null);
  return el('table', { id: 'lines-table' },
    el('thead', {}, el('tr', {}, [t('move'), t('winRate'), t(counts ? 'visits' : 'depth'), t('line')].map((word) => el('th', {}, word)))),
    el('tbody', {}, rows));
}

export function proof(line) {
  if (!line.proven) return null;
  const kind = line.proven.split(' ')[0];
  return el('span', { class: 'chip ' + kind, title: t('proven') }, kind === 'draw' ? '=' : (kind === 'win' ? 'W' : 'L') + line.proven.split(' ')[1] + ' ✓');
}

// --- report ---

export function sentence(app, node, score) {
  const { tree } = app.sitting;
  const move = app.moveWord(tree.nodes[node].move);
  const { why, drop, line } = score;
  const better = line.pv[0];
  if (why && why.mark) return t(why.kind, { move, what: t(why.mark), cell: why.cell });
  if (why && why.plies) return t(why.kind === 'allowed' ? 'allowedWin' : 'missedWin', { move, n: why.plies, cell: why.cell });
  return t('better', { move, n: (drop * 100).toFixed(0), cell: better });
}

export function reportPanel(app) {
  const { analysis, sitting } = app;
  const { review } = analysis;
  const out = [
    el('div', { class: 'spread' },
      review && review.running
        ? el('button', { id: 'stop-review', onclick: () => analysis.endReview() }, icon('pause'), t('stop'))
        : el('button', { id: 'whole-game', class: 'primary', disabled: sitting.tree.nodes.length < 2, onclick: () => analysis.wholeGame() }, icon('chart'), t('wholeGame')),
      el('label', { class: 'check' }, el('select', { onchange: (event) => { analysis.seconds = +event.target.value; } },
        [0.1, 0.3, 0.5, 1, 3].map((n) => el('option', { value: n, selected: n === analysis.seconds }, n + ' s'))), t('perPosition'))),
  ];
  if (review && review.running) out.push(el('progress', { max: review.line.length, value: review.seen }));
  out.push(graph(app));
  const line = [0, ...sitting.tree.line(sitting.at)];
  const found = line.map((node, index) => ({ node: line[index + 1], index: index + 1, score: sitting.scores.get(node) }))
    .filter(({ node, score }) => node !== undefined && score && score.next === node && grade(score));
  const list = found.map(({ node, index, score }) => {
    const kind = grade(score);
    return el('button', { class: 'finding', onclick: () => app.go(score.next) },
      el('span', { class: 'grade ' + (kind === 'blunder' ? 'blunder' : ''), title: t(kind) }, kind === 'blunder' ? '??' : kind === 'mistake' ? '?' : '?!'),
      el('span', {}, el('b', {}, `${index}. `), sentence(app, node, score)));
  });
  if (list.length) out.push(el('div', { id: 'findings' }, list));
  else out.push(el('p', { class: 'muted' }, review && !review.running ? t('noMistakes') : t('reportOff')));
  return out;
}
