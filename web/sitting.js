// SPDX-License-Identifier: MIT
// One sitting at the board: a tree, where in it we are, who sits in the two seats, their clocks, and
// whose turn it is to think. Draws nothing; says 'change' when there is something to draw.
//
// `at` is the node that is shown, `live` the one where the game goes on. Engines move at the live
// node only; elsewhere a person looks and tries things.

import { Tree, newDocument } from './tree.js';
import { Refused } from './talk.js';

export class Sitting extends EventTarget {
  constructor(talk) {
    super();
    this.talk = talk;
    this.id = 0;
    this.saving = Promise.resolve();
    setInterval(() => this.tick(), 200);
  }

  changed(kind) {
    this.dispatchEvent(new CustomEvent('change', { detail: kind }));
  }

  // --- beginning ---

  // `choice`: game, rule, width, height, opening, seats [spec, spec], clock {base, add} or null,
  // time_ms of an engine's move, stones to set up.
  async begin(choice) {
    const document = newDocument(choice);
    if (choice.root) document.nodes = [choice.root];
    this.take(document, 0, choice);
    await this.show(0);
    this.step();
  }

  take(document, id, choice) {
    this.quiet();
    this.tree = new Tree(document);
    this.id = id;
    this.at = this.live = 0;
    this.table = String(Math.random()).slice(2);
    this.seats = (choice && choice.seats) || ['human', 'human'];
    this.time = (choice && choice.time_ms) || 2000;
    this.rate = (choice && choice.clock) || null;
    this.clocks = this.rate ? [this.rate.base, this.rate.base] : null;
    this.paused = false;
    this.flag = null;
    this.named = {};
    this.taken = []; // where the game went on before moves were taken back, the latest last
    this.scores = new Map(); // node -> {black: chance of Black, line, drop, why}
  }

  // A document of the library, an import, or the one of before a reload.
  async open(document, id, where) {
    let meta = {};
    try {
      meta = JSON.parse(document.meta || '{}');
    } catch {
      // somebody else's
    }
    this.take(document, id, meta);
    if (meta.clocks) this.clocks = meta.clocks;
    if (meta.named) this.named = meta.named;
    this.flag = /^[BW]\+T/i.test(document.result || '') ? document.result[0].toLowerCase() : null;
    const end = this.tree.end();
    this.live = Math.min(meta.live ?? end, this.tree.nodes.length - 1);
    await this.show(where ?? this.live);
    this.recall();
    this.step();
  }

  // --- looking ---

  async show(node) {
    const view = await this.talk.ask('look', { game: this.tree.question(node) });
    this.at = node;
    this.view = view;
    this.changed('view');
  }

  over() {
    return this.flag !== null || this.view.result !== 'none';
  }

  winner() {
    return this.flag ? (this.flag === 'b' ? 'black' : 'white') : this.view.result;
  }

  actor() {
    return this.view.actor === 'first' ? 0 : 1;
  }

  side(seat) {
    const first = this.view.first;
    return seat === 0 ? first : first === 'b' ? 'w' : 'b';
  }

  seatOf(side) {
    return this.side(0) === side ? 0 : 1;
  }

  persons() {
    return this.seats.filter((spec) => spec === 'human').length;
  }

  // May the person put a stone here and now?
  may() {
    if (!this.view || this.view.result !== 'none') return false;
    if (this.at !== this.live || this.persons() === 2) return true;
    return !this.over() && this.seats[this.actor()] === 'human';
  }

  // --- moving ---

  // A person's move. Rejects with the reason.
  play(word) {
    // A quick hand: the move before must have been answered.
    this.moving = (this.moving || Promise.resolve()).catch(() => {}).then(() => this.playNow(word));
    return this.moving;
  }

  async playNow(word) {
    if (!this.may()) throw new Refused(this.view.result !== 'none' ? 'over' : 'notYourTurn');
    await this.put(word, this.at === this.live || this.persons() === 2);
  }

  async put(word, goesOn) {
    const from = this.at;
    const question = this.tree.question(from);
    question.moves.push(word);
    const side = this.view.to_move;
    const view = await this.talk.ask('look', { game: question, fresh: true });
    if (this.at !== from) return;
    if (goesOn) this.charge();
    this.at = this.tree.add(from, word, side);
    this.view = view;
    if (goesOn) {
      this.live = this.at;
      this.taken = [];
    }
    this.note();
    this.changed('move');
    this.save();
    this.step();
  }

  // Back to the person's last choice.
  async undo() {
    if (!this.live) return;
    this.quiet();
    let node = this.live;
    const from = node;
    do {
      if (!node) break;
      node = this.tree.nodes[node].up;
      await this.show(node);
    } while (this.persons() === 1 && this.seats[this.actor()] !== 'human');
    this.taken.push(from);
    await this.goOnFrom(node);
  }

  // Forward again to where the last undo came from.
  async redo() {
    const node = this.redoable();
    if (!node) return;
    this.quiet();
    this.taken.pop();
    await this.show(node);
    await this.goOnFrom(node);
  }

  redoable() {
    return this.taken[this.taken.length - 1] ?? this.tree.nodes[this.live].kids[0] ?? 0;
  }

  async goOnFrom(node) {
    this.live = node;
    this.flag = null;
    this.tree.head.result = undefined;
    this.restart();
    this.note();
    this.save();
    this.step();
    this.changed('view');
  }

  // The tree's nodes have new numbers; what is known of them stays with them.
  renumbered() {
    const { places } = this.tree;
    const moved = [...this.scores].filter(([node]) => places.has(node));
    this.scores = new Map(moved.map(([node, score]) => [places.get(node), { ...score, next: places.get(score.next) }]));
    this.taken = [];
  }

  async playOn() {
    this.live = this.at;
    this.taken = [];
    this.paused = false;
    this.flag = null;
    this.restart();
    this.save();
    this.changed('view');
    this.step();
  }

  resign() {
    return this.over() ? undefined : this.put('resign', true);
  }

  pause(on) {
    this.paused = on;
    if (on) this.quiet();
    this.restart();
    this.changed('view');
    this.step();
  }

  // Another player in this seat from now on.
  sit(seat, spec) {
    this.quiet();
    this.seats[seat] = spec;
    this.note();
    this.paused = false;
    this.restart();
    this.save();
    this.changed('view');
    this.step();
  }

  // --- engines ---

  thinks() {
    return !!this.asking;
  }

  quiet() {
    this.asking = null;
    this.thought = null;
    this.talk.hush();
  }

  // Lets an engine move if it is its turn.
  async step() {
    if (this.at !== this.live || this.over() || this.paused || this.asking) return;
    const seat = this.actor();
    const spec = this.seats[seat];
    this.restart();
    if (spec === 'human') return;
    const ticket = (this.asking = {});
    this.changed('thought');
    const fields = { game: this.tree.question(this.live), player: spec, table: this.table };
    if (this.clocks) Object.assign(fields, { clock_ms: Math.max(1, this.clocks[seat]), increment_ms: this.rate.add });
    else fields.time_ms = this.time;
    const began = performance.now();
    try {
      const answer = await this.talk.ask('choose', fields, (message) => {
        if (message.type === 'thought' && this.asking === ticket) {
          this.thought = message;
          this.changed('thought');
        }
      }, 'chosen');
      if (this.asking !== ticket) return;
      // Two engines should not outrun the eye.
      const rest = this.persons() ? 120 : 350;
      await new Promise((done) => setTimeout(done, Math.max(0, rest - (performance.now() - began))));
      if (this.asking !== ticket) return;
      this.asking = null;
      this.thought = null;
      if (this.at !== this.live) await this.show(this.live);
      await this.put(answer.move, true);
    } catch (why) {
      if (this.asking !== ticket) return;
      this.asking = null;
      this.paused = true;
      this.changed('thought');
      this.dispatchEvent(new CustomEvent('trouble', { detail: why.message }));
    }
  }

  // --- clocks ---

  restart() {
    this.since = performance.now();
  }

  left(seat) {
    if (!this.clocks) return null;
    const runs = !this.over() && !this.paused && this.at === this.live && this.tree.depth(this.live) > 0 && seat === this.actor();
    return Math.max(0, this.clocks[seat] - (runs ? performance.now() - this.since : 0));
  }

  charge() {
    if (!this.clocks) return;
    const seat = this.actor();
    this.clocks[seat] = this.left(seat) + this.rate.add;
    this.restart();
  }

  tick() {
    if (!this.clocks || !this.view || this.over() || this.paused || this.at !== this.live) return;
    const seat = this.actor();
    if (this.left(seat) === 0) {
      this.flag = this.side(seat) === 'b' ? 'w' : 'b';
      this.clocks[seat] = 0;
      this.quiet();
      this.note();
      this.save();
      this.changed('view');
    } else {
      this.changed('clock');
    }
  }

  // --- keeping ---

  name(side) {
    return this.seats[this.seatOf(side)];
  }

  note() {
    const head = this.tree.head;
    // Names that somebody typed stay; those of the seats follow them when colours change hands.
    for (const [key, side] of [['black', 'b'], ['white', 'w']])
      if (!head[key] || head[key] === this.named[key]) head[key] = this.named[key] = this.name(side);
    const { result } = this.view;
    if (this.at === this.live) {
      if (this.flag) head.result = this.flag.toUpperCase() + '+T';
      else if (result === 'draw') head.result = '0';
      else if (result !== 'none') head.result = (result === 'black' ? 'B+' : 'W+') + (this.view.reason === 'resignation' ? 'R' : '');
    }
  }

  // One after another, the latest state each time; the answer means it is on the disk.
  save() {
    const tree = this.tree;
    if (tree.nodes.length < 2 && !this.id) return this.saving;
    const { seats, clocks, rate, time, named } = this;
    this.wanted = true;
    this.saving = this.saving.then(async () => {
      if (this.tree !== tree || !this.wanted) return;
      this.wanted = false;
      tree.head.meta = JSON.stringify({ live: this.live, seats, clocks, clock: rate, time_ms: time, named });
      try {
        const answer = await this.talk.ask('save', { id: this.id, document: tree.document() });
        if (this.tree !== tree) return; // another game is on the table, and it is not saved
        this.id = answer.id;
        this.changed('saved');
      } catch (why) {
        if (!/keeps no games/.test(why.message)) this.dispatchEvent(new CustomEvent('trouble', { detail: why.message }));
      }
    });
    return this.saving;
  }

  // What the library knows of this line.
  async recall() {
    const tree = this.tree;
    const line = [0, ...tree.line(this.at)];
    try {
      const { items } = await this.talk.ask('scores', { game: tree.question(line[line.length - 1]) });
      items.forEach((item, index) => {
        if (item && item.line && line[index] !== undefined) this.score(line[index], item.to_move, item.line);
      });
      this.changed('scores');
    } catch {
      // no store, no memory
    }
  }

  // What the library's games went on with. Asked a moment later, for whoever only passes by.
  recallReplies() {
    const { tree, at } = this;
    clearTimeout(this.recalling);
    this.recalling = setTimeout(async () => {
      try {
        const { items } = await this.talk.ask('replies', { game: tree.question(at) });
        if (this.tree !== tree || this.at !== at) return;
        this.known = { node: at, items };
        this.changed('replies');
      } catch {
        // no store, no memory
      }
    }, 250);
  }

  score(node, toMove, line, extra) {
    this.scores.set(node, { ...this.scores.get(node), black: toMove === 'b' ? line.win : 1 - line.win, line, ...extra });
  }
}
