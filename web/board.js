// SPDX-License-Identifier: MIT
// The board: an SVG that draws a view of the server and says which cell a person means, by mouse,
// by finger (a second tap confirms) or by arrow keys and Enter.

import { svg, replace } from './dom.js';
import { Geometry } from './geometry.js';

const points = (list) => list.map(([x, y]) => x.toFixed(3) + ',' + y.toFixed(3)).join(' ');

export class Board extends EventTarget {
  // Events: 'choose' {cell}, 'look' {cell} (hover and cursor; null when gone), 'plan' {cell}: tapped
  // once.
  constructor(host, say) {
    super();
    this.host = host;
    this.say = say; // what a screen reader should speak
    this.layers = {};
    this.root = svg('svg', { class: 'board', role: 'application', tabindex: '0', focusable: 'true' });
    host.append(this.root);
    this.listen();
  }

  // A new kind of board.
  shape(game, width, height) {
    if (this.kind === [game, width, height].join()) return;
    this.kind = [game, width, height].join();
    this.geometry = new Geometry(game, width, height);
    this.cursor = null;
    const e = this.geometry.extent;
    this.root.setAttribute('viewBox', [e.x, e.y, e.w, e.h].join(' '));
    this.root.classList.toggle('hex', this.geometry.hex);
    this.host.dataset.shape = e.w > 2.4 * e.h ? 'wide' : 'usual';
    this.host.style.setProperty('--ratio', (e.w / e.h).toFixed(4));
    this.host.style.maxWidth = `${Math.round(e.w * 62)}px`; // a small board need not fill a wide screen
    for (const name of ['ground', 'names', 'under', 'stones', 'marks', 'over', 'ghost', 'cursor'])
      this.layers[name] = svg('g', { class: 'layer-' + name });
    this.lying = new Map(); // cell -> {node, colour} of the stones that are drawn
    replace(this.root, this.defs(), Object.values(this.layers));
    this.drawGround();
  }

  defs() {
    const stone = (id, stops) =>
      svg('radialGradient', { id, cx: '0.38', cy: '0.32', r: '0.75' },
        stops.map(([offset, part]) => svg('stop', { offset, class: part })));
    return svg('defs', {},
      svg('linearGradient', { id: 'wood', x1: '0', y1: '0', x2: '1', y2: '1' },
        [['0', 'wood-light'], ['0.55', 'wood-mid'], ['1', 'wood-dark']].map(([offset, part]) => svg('stop', { offset, class: part }))),
      stone('black-stone', [['0', 'black-light'], ['1', 'black-dark']]),
      stone('white-stone', [['0', 'white-light'], ['0.75', 'white-mid'], ['1', 'white-dark']]));
  }

  drawGround() {
    const g = this.geometry;
    const ground = [];
    if (g.hex) {
      const b = g.borders();
      const edges = [['left', 'w'], ['right', 'w'], ['top', 'b'], ['bottom', 'b']];
      for (const [side] of edges) ground.push(svg('polyline', { class: 'border border-rim', points: points(b[side]) }));
      for (const [side, colour] of edges) ground.push(svg('polyline', { class: 'border border-' + colour, points: points(b[side]) }));
      for (let y = 0; y < g.height; y++)
        for (let x = 0; x < g.width; x++)
          ground.push(svg('polygon', { class: 'cell shade-' + ((x - y + 300) % 3), points: points(g.corners({ x, y })) }));
    } else {
      const e = g.extent;
      ground.push(svg('rect', { class: 'wood', x: e.x, y: e.y, width: e.w, height: e.h }), svg('path', { class: 'grain', d: grain(e) }));
      const lines = [];
      for (let x = 0; x < g.width; x++) lines.push(`M${x} 0V${g.height - 1}`);
      for (let y = 0; y < g.height; y++) lines.push(`M0 ${y}H${g.width - 1}`);
      ground.push(svg('path', { class: 'grid', d: lines.join('') }));
      ground.push(svg('rect', { class: 'frame', x: 0, y: 0, width: g.width - 1, height: g.height - 1 }));
      for (const star of g.stars()) ground.push(svg('circle', { class: 'star', cx: star.x, cy: star.y, r: 0.1 }));
    }
    replace(this.layers.ground, ground);
    this.drawNames();
  }

  drawNames() {
    const g = this.geometry;
    const label = (x, y, text) => svg('text', { class: 'name', x, y }, text);
    const names = [];
    for (let x = 0; x < g.width; x++) {
      const letter = String.fromCharCode(97 + x);
      if (g.hex) names.push(label(x - 0.52, -0.86, letter));
      else names.push(label(x, g.height - 0.32, letter));
    }
    for (let y = 0; y < g.height; y++) {
      if (g.hex) names.push(label(y / 2 - 0.92, (y * Math.sqrt(3)) / 2 + 0.14, y + 1));
      else names.push(label(-0.69, y, g.height - y));
    }
    replace(this.layers.names, names);
  }

  // `state`: {view, numbers, coordinates, threats, candidates, line, last, may, ghost, forbidden}
  draw(state) {
    this.state = state;
    const { view } = state;
    this.root.classList.toggle('no-names', !state.coordinates);
    this.root.classList.toggle('may', !!state.may);
    this.root.dataset.side = view.to_move;
    this.drawStones(view, state);
    this.drawUnder(view, state);
    this.drawOver(view, state);
    this.drawGhost();
    this.drawCursor();
  }

  colour(cell) {
    return this.state.view.cells[cell.y * this.geometry.width + cell.x];
  }

  stone(cell, colour, extra) {
    const c = this.geometry.centre(cell);
    return svg('circle', { class: `stone ${colour === 'b' ? 'black' : 'white'} ${extra || ''}`, cx: c.x, cy: c.y,
      r: this.geometry.hex ? 0.41 : 0.46, 'data-cell': this.geometry.name(cell.x, cell.y) });
  }

  // The stone a person has just put: drawn at once, while the server is asked. pend(null) takes it away.
  pend(word, side) {
    const cell = word && this.geometry.at(word);
    this.pending = cell && this.colour(cell) === '.' ? { cell, side } : null;
    if (this.pending) this.lay(cell, side, 'fresh');
  }

  // A stone that lies there already stays the element it is: it neither moves nor is painted again.
  lay(cell, colour, extra) {
    const name = this.geometry.name(cell.x, cell.y);
    const known = this.lying.get(name);
    if (known && known.colour === colour) return name;
    if (known) known.node.remove();
    const node = this.stone(cell, colour, extra);
    this.lying.set(name, { node, colour });
    this.layers.stones.append(node);
    return name;
  }

  text(cell, text, kind, dy = 0) {
    const c = this.geometry.centre(cell);
    return svg('text', { class: kind, x: c.x, y: c.y + dy }, text);
  }

  drawStones(view, state) {
    const g = this.geometry;
    const out = [];
    const wanted = new Set();
    const last = g.at(state.last);
    for (let y = 0; y < g.height; y++)
      for (let x = 0; x < g.width; x++) {
        const colour = this.colour({ x, y });
        if (colour === '.') continue;
        const fresh = last && last.x === x && last.y === y;
        wanted.add(this.lay({ x, y }, colour, fresh ? 'fresh' : ''));
      }
    if (this.pending && this.colour(this.pending.cell) === '.') wanted.add(this.lay(this.pending.cell, this.pending.side));
    for (const [name, { node }] of this.lying)
      if (!wanted.has(name)) {
        node.remove();
        this.lying.delete(name);
      }
    if (state.numbers) {
      const seen = new Map();
      view.plies.forEach((ply, index) => seen.set(ply.move, index + 1));
      for (const [word, number] of seen) {
        const cell = g.at(word);
        if (cell && this.colour(cell) !== '.')
          out.push(this.text(cell, number, 'number on-' + this.colour(cell) + (number > 99 ? ' long' : '')));
      }
    } else if (last && this.colour(last) !== '.') {
      const c = g.centre(last);
      out.push(svg('circle', { class: 'last on-' + this.colour(last), cx: c.x, cy: c.y, r: 0.13 }));
    }
    replace(this.layers.marks, out);
  }

  // Rows that stand, and the one that won: through the stones' centres.
  drawUnder(view, state) {
    const out = [];
    for (const group of view.notes.groups) {
      if (group.kind !== 'winning' && !state.threats) continue;
      const cells = group.cells.map((word) => this.geometry.at(word)).filter(Boolean);
      // A connection is an area: its stones and the cells it needs.
      if (group.kind === 'connection') {
        out.push(svg('g', { class: `area side-${group.side}` }, cells.map((cell) => svg('polygon', { points: points(this.geometry.corners(cell, 0.94)) }))));
        continue;
      }
      out.push(svg('polyline', { class: `row row-${group.kind} side-${group.side}`,
        points: points(cells.map((cell) => Object.values(this.geometry.centre(cell)))) }));
    }
    replace(this.layers.under, out);
  }

  drawOver(view, state) {
    const out = [];
    const winning = view.notes.groups.filter((group) => group.kind === 'winning');
    for (const group of winning)
      for (const word of group.cells) {
        const c = this.geometry.centre(this.geometry.at(word));
        out.push(svg('circle', { class: 'won', cx: c.x, cy: c.y, r: this.geometry.hex ? 0.41 : 0.46 }));
      }
    const taken = new Set((state.candidates || []).map((line) => line.pv[0]));
    const marked = new Set();
    for (const mark of view.notes.marks) {
      const cell = this.geometry.at(mark.cell);
      if (!cell || mark.kind === 'winning') continue;
      if (mark.kind === 'forbidden') {
        if (state.forbidden !== false) out.push(this.forbidden(cell, mark, state));
        continue;
      }
      if (!state.threats || taken.has(mark.cell) || marked.has(mark.cell) || this.colour(cell) !== '.') continue;
      if (mark.kind === 'path' && view.plies.length < 3) continue; // an empty board has many
      if (mark.kind === 'connection') continue; // its area says it
      marked.add(mark.cell);
      out.push(this.threat(cell, mark, state));
    }
    if (state.line) out.push(...this.drawLine(state.line, view));
    else (state.candidates || []).forEach((line, rank) => out.push(...this.candidate(line, rank)));
    if (state.hint) {
      const cell = this.geometry.at(state.hint);
      if (cell) {
        const c = this.geometry.centre(cell);
        out.push(svg('circle', { class: 'hint', cx: c.x, cy: c.y, r: 0.4 }));
      }
    }
    replace(this.layers.over, out);
  }

  forbidden(cell, mark, state) {
    const c = this.geometry.centre(cell);
    const r = 0.2;
    return svg('g', { class: 'forbidden', 'data-cell': mark.cell },
      svg('path', { d: `M${c.x - r} ${c.y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` }),
      svg('title', {}, state.explain ? state.explain(mark) : mark.reason));
  }

  threat(cell, mark, state) {
    const c = this.geometry.centre(cell);
    return svg('g', { class: `mark mark-${mark.kind} side-${mark.side}` },
      svg('circle', { cx: c.x, cy: c.y, r: mark.kind === 'path' ? 0.1 : 0.17 }),
      svg('title', {}, state.explain ? state.explain(mark) : mark.kind));
  }

  candidate(line, rank) {
    const cell = this.geometry.at(line.pv[0]);
    if (!cell || this.colour(cell) !== '.') return [];
    const c = this.geometry.centre(cell);
    const proven = line.proven && line.proven !== 'draw';
    const word = proven ? (line.proven.startsWith('win') ? 'W' : 'L') + line.proven.split(' ')[1]
      : line.proven === 'draw' ? '=' : (line.win * 100).toFixed(0);
    const below = line.visits !== null && line.visits !== undefined ? short(line.visits) : 'd' + line.depth;
    const kind = proven ? (line.proven.startsWith('win') ? ' proven-win' : ' proven-loss') : '';
    return [
      svg('circle', { class: `candidate rank-${Math.min(rank, 4)}${kind}`, cx: c.x, cy: c.y, r: 0.45, 'data-cell': line.pv[0] }),
      this.text(cell, word, 'percent', -0.07),
      this.text(cell, below, 'detail', 0.23),
    ];
  }

  // A line to come, as numbered stones one can see through.
  drawLine(line, view) {
    const out = [];
    const used = new Set();
    let side = view.to_move;
    line.slice(0, 24).forEach((word, index) => {
      const cell = this.geometry.at(word);
      if (cell && this.colour(cell) === '.' && !used.has(word)) {
        used.add(word);
        out.push(this.stone(cell, side, 'planned'), this.text(cell, index + 1, 'number on-' + side));
      }
      side = side === 'b' ? 'w' : 'b';
    });
    return out;
  }

  drawGhost() {
    const { ghost, plan } = this;
    const out = [];
    const cell = plan || ghost;
    if (cell && this.state && !this.state.line && this.state.may && this.colour(cell) === '.')
      out.push(this.stone(cell, this.state.put || this.state.view.to_move, plan ? 'ghost plan' : 'ghost'));
    replace(this.layers.ghost, out);
  }

  drawCursor() {
    if (!this.cursor || !this.byKeys || document.activeElement !== this.root) return replace(this.layers.cursor);
    const c = this.geometry.centre(this.cursor);
    replace(this.layers.cursor, this.geometry.hex ? svg('polygon', { class: 'cursor', points: points(this.geometry.corners(this.cursor, 0.92)) })
      : svg('rect', { class: 'cursor', x: c.x - 0.48, y: c.y - 0.48, width: 0.96, height: 0.96, rx: 0.14 }));
  }

  // --- what a person does ---

  cellOf(event) {
    const matrix = this.root.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return this.geometry.near(point.x, point.y);
  }

  tell(type, cell) {
    this.dispatchEvent(new CustomEvent(type, { detail: { cell: cell && this.geometry.name(cell.x, cell.y) } }));
  }

  listen() {
    const root = this.root;
    root.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'touch' || !this.state) return;
      const cell = this.cellOf(event);
      if (same(cell, this.ghost)) return;
      this.ghost = cell;
      this.tell('look', cell);
      this.drawGhost();
    });
    root.addEventListener('pointerleave', () => {
      this.ghost = null;
      this.tell('look', null);
      if (this.state) this.drawGhost();
    });
    root.addEventListener('click', (event) => {
      const cell = this.state && this.cellOf(event);
      if (!cell) return this.unplan();
      const careful = this.confirm === 'always' || (this.confirm !== 'never' && event.pointerType === 'touch');
      this.cursor = cell;
      this.byKeys = false;
      if (careful && this.state.may && this.colour(cell) === '.' && !same(cell, this.plan)) {
        this.plan = cell;
        this.tell('look', cell);
        this.tell('plan', cell);
        return this.drawGhost();
      }
      this.plan = null;
      this.tell('choose', cell);
    });
    root.addEventListener('keydown', (event) => this.key(event));
    root.addEventListener('focus', () => this.state && this.drawCursor());
    root.addEventListener('blur', () => this.state && this.drawCursor());
  }

  unplan() {
    this.plan = null;
    if (this.state) this.drawGhost();
  }

  key(event) {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    const g = this.geometry;
    this.byKeys = true;
    if (step) {
      const from = this.cursor || { x: Math.floor((g.width - 1) / 2) - step[0], y: Math.floor((g.height - 1) / 2) - step[1] };
      this.cursor = { x: clamp(from.x + step[0], g.width), y: clamp(from.y + step[1], g.height) };
      this.drawCursor();
      this.tell('look', this.cursor);
      this.say(g.name(this.cursor.x, this.cursor.y), this.colour(this.cursor));
    } else if ((event.key === 'Enter' || event.key === ' ') && this.cursor) {
      this.tell('choose', this.cursor);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

// The grain of the wood: long lines that wander a little, the same on every board.
function grain(e) {
  const out = [];
  for (let i = 0, x = 0.3; x < e.w; i++, x += 0.42 + 0.5 * Math.abs(Math.sin(i * 12.9))) {
    const sway = 0.16 * Math.sin(i * 4.7);
    out.push(`M${(e.x + x).toFixed(2)} ${e.y}c${sway.toFixed(2)} ${(e.h * 0.3).toFixed(2)} ${(-sway).toFixed(2)} ${(e.h * 0.7).toFixed(2)} ${(sway * 0.6).toFixed(2)} ${e.h.toFixed(2)}`);
  }
  return out.join('');
}

const clamp = (value, size) => Math.max(0, Math.min(size - 1, value));
const same = (a, b) => (a && b ? a.x === b.x && a.y === b.y : a === b);

export function short(number) {
  if (number >= 1e9) return (number / 1e9).toFixed(1) + 'G';
  if (number >= 1e6) return (number / 1e6).toFixed(number >= 1e7 ? 0 : 1) + 'M';
  if (number >= 1e3) return (number / 1e3).toFixed(number >= 1e4 ? 0 : 1) + 'k';
  return String(number);
}
