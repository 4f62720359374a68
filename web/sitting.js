// SPDX-License-Identifier: MIT
// One sitting at the board: a tree, where in it we are, who sits in the two seats, their clocks, and
// whose turn it is to think. Draws nothing; says 'change' when there is something to draw.
//
// `at` is the node that is shown, `live` the one where the game goes on. Engines move at the live
// node only; elsewhere a person looks and tries things.

import { Tree, newDocument } from './tree.js';
import { Refused } from './talk.js';
import { Keeper } from './keeper.js';

export class Sitting extends EventTarget {
  constructor(talk) {
    super();
    this.talk = talk;
    this.keep(0, null);
    setInterval(() => this.tick(), 200);
  }

  changed(kind) {
    this.dispatchEvent(new CustomEvent('change', { detail: kind }));
  }

  // --- beginning ---

  // `choice`: game, rule, width, height, opening, seats [spec, spec], clock {base, add} or null,
  // time_ms of an engine's move, stones to set up.
  async begin(choice, taken) {
    const document = newDocument(choice);
    if (choice.root) document.nodes = [choice.root];
    const tree = new Tree(document);
    const view = await this.talk.ask('look', { game: tree.question(0) });
    if (taken) taken();
    this.take(tree, choice);
    this.keep(0, null);
    this.lie(0, view);
    this.step();
  }

  take(tree, choice) {
    this.quiet();
    this.tree = tree;
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

  // A document of the library, an import, or the one of before a reload. Nothing of the game before is
  // given up until the server has agreed that this one can be shown. `taken` is called when it has.
  async open(document, id, version, taken) {
    let meta = {};
    try {
      meta = JSON.parse(document.meta || '{}') || {};
    } catch {
      // somebody else's
    }
    if (!document.opening && meta.opening) document.opening = meta.opening;
    const tree = new Tree(document);
    const live = Math.min(meta.live ?? tree.end(), tree.nodes.length - 1);
    const view = await this.talk.ask('look', { game: tree.question(live) });
    if (taken) taken();
    this.take(tree, meta);
    this.keep(id, version);
    if (meta.clocks) this.clocks = meta.clocks;
    if (meta.named) this.named = meta.named;
    this.flag = /^[BW]\+T/i.test(document.result || '') ? document.result[0].toLowerCase() : null;
    this.live = live;
    this.lie(live, view);
    this.recall();
    this.step();
  }

  lie(node, view) {
    this.at = node;
    this.view = view;
    this.changed('view');
  }

  // --- looking ---

  // False when another game came onto the table meanwhile.
  async show(node) {
    const { tree } = this;
    const view = await this.talk.ask('look', { game: tree.question(node) });
    if (this.tree !== tree) return false;
    this.lie(node, view);
    return true;
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
    // Without a server one move waits for it, not a heap of them.
    if (!this.talk.online && this.hands) return Promise.reject(new Refused('away'));
    // A quick hand: the move before must have been answered.
    const { tree } = this;
    this.hands = (this.hands || 0) + 1;
    this.moving = (this.moving || Promise.resolve()).catch(() => {}).then(() => this.tree === tree && this.playNow(word)).finally(() => this.hands--);
    return this.moving;
  }

  async playNow(word) {
    if (!this.may()) throw new Refused(this.view.result !== 'none' ? 'over' : 'notYourTurn');
    await this.put(word, this.at === this.live || this.persons() === 2);
  }

  // One question and its answer: the view after the move, and the engine whose turn it is begins.
  async put(word, goesOn) {
    const { at: from, tree } = this;
    const side = this.view.to_move;
    const game = tree.question(from);
    game.moves.push(word);
    const { view, choice } = await this.look({ game, fresh: true }, goesOn);
    if (this.at !== from || this.tree !== tree) return choice && this.quiet();
    this.lay(word, side, view, goesOn);
    if (choice) this.follow(choice);
    else this.step();
  }

  // The move lies on the board.
  lay(word, side, view, goesOn) {
    this.at = this.tree.add(this.at, word, side);
    this.view = view;
    if (goesOn) {
      this.live = this.at;
      this.taken = [];
      this.setClocks(view.clock);
    }
    this.note();
    this.changed('move');
    this.save();
  }

  // The view of a game, and, if it goes on there and an engine is to move, `choice`: what it will say.
  look(fields, goesOn) {
    const seated = goesOn && !this.paused && this.persons() < 2;
    if (goesOn && this.clocks) fields.clock = this.clockFields();
    if (!seated) return this.talk.ask('look', fields).then((view) => ({ view }));
    Object.assign(fields, { seats: this.seats, table: this.table, time_ms: this.time });
    return new Promise((resolve, reject) => {
      const choice = {};
      const hear = (message) => {
        if (message.type === 'view') resolve({ view: message, choice: message.thinking ? choice : null });
        if (message.type === 'thought' && this.asking === choice) {
          this.thought = message;
          this.changed('thought');
        }
      };
      choice.answer = this.talk.ask('look', fields, hear, (message) => message.type === 'chosen' || (message.type === 'view' && !message.thinking));
      choice.answer.catch(reject); // in vain once there is a view: follow() hears of it then
    });
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
      if (!(await this.show(node))) return;
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
    if (await this.show(node)) await this.goOnFrom(node);
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
    this.tree.head.result = undefined;
    this.restart();
    this.save();
    this.changed('view');
    this.step();
  }

  // It is the side to move that resigns: an engine's turn is none to do it in.
  mayResign() {
    return this.at === this.live && !this.over() && this.seats[this.actor()] === 'human';
  }

  resign() {
    return this.mayResign() ? this.put('resign', true) : undefined;
  }

  // Something must run that can be held: an engine, or a clock.
  mayPause() {
    const ended = this.at === this.live ? this.over() : this.flag !== null || !!this.tree.head.result;
    return !ended && (this.persons() < 2 || !!this.clocks);
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
    this.restart();
    if (this.seats[this.actor()] === 'human') return;
    const ticket = (this.asking = {});
    this.changed('thought');
    try {
      const { choice } = await this.look({ game: this.tree.question(this.live) }, true);
      if (this.asking !== ticket) return choice && this.talk.hush();
      this.asking = null;
      if (choice) await this.follow(choice);
    } catch (why) {
      this.fail(ticket, why);
    }
  }

  // Waits for an engine's move and lays it.
  async follow(choice) {
    const side = this.view.to_move;
    const began = performance.now();
    this.asking = choice;
    this.restart();
    this.changed('thought');
    try {
      const answer = await choice.answer;
      if (this.asking !== choice) return;
      this.answered = performance.now();
      // Two engines should not outrun the eye.
      const rest = this.persons() ? 120 : 350;
      await new Promise((done) => setTimeout(done, Math.max(0, rest - (performance.now() - began))));
      if (this.asking !== choice) return;
      this.asking = null;
      this.thought = null;
      this.at = this.live;
      if (answer.clock && answer.clock.fell) return this.fall(answer.clock);
      this.lay(answer.move, side, { ...answer.view, clock: answer.clock }, true);
      this.step();
    } catch (why) {
      this.fail(choice, why);
    }
  }

  fail(ticket, why) {
    if (this.asking !== ticket) return;
    this.asking = null;
    this.paused = true;
    this.changed('thought');
    this.dispatchEvent(new CustomEvent('trouble', { detail: why.message }));
  }

  // --- clocks ---

  // The server counts (it is told how long a turn has run); here a clock is only shown running down.

  restart() {
    this.since = performance.now();
    this.answered = null;
  }

  setClocks(clock) {
    if (clock) this.clocks = [clock.first_ms, clock.second_ms];
    this.restart();
  }

  // How long the turn at hand has run. An engine's ends with its answer, not when its stone is shown.
  ran() {
    const runs = this.view && !this.over() && !this.paused && this.at === this.live && this.tree.depth(this.live) > 0;
    return runs ? (this.answered ?? performance.now()) - this.since : 0;
  }

  left(seat) {
    return this.clocks && Math.max(0, this.clocks[seat] - (seat === this.actor() ? this.ran() : 0));
  }

  clockFields() {
    const [first_ms, second_ms] = this.clocks.map(Math.round);
    return { first_ms, second_ms, increment_ms: this.rate.add, ran_ms: Math.round(this.ran()) };
  }

  async tick() {
    if (!this.clocks || !this.view || this.over() || this.paused || this.at !== this.live) return;
    this.changed('clock');
    const seat = this.actor();
    if (this.left(seat) > 0 || this.falling) return;
    const { live } = this;
    this.falling = true;
    try {
      const { clock } = await this.talk.ask('clock', { clock: this.clockFields(), seat: seat ? 'second' : 'first' });
      if (clock.fell && this.live === live && !this.over()) this.fall(clock);
    } finally {
      this.falling = false;
    }
  }

  // Somebody's time is up.
  fall(clock) {
    this.flag = this.side(clock.fell === 'first' ? 0 : 1) === 'b' ? 'w' : 'b';
    this.clocks = [clock.first_ms, clock.second_ms];
    this.quiet();
    this.note();
    this.save();
    this.changed('view');
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

  get id() {
    return this.keeper.id;
  }

  get saving() {
    return this.keeper.done;
  }

  // The place of the game on the table; 0: it has none yet.
  keep(id, version) {
    const keeper = (this.keeper = new Keeper(this.talk, () => this.keeper === keeper && this.changed('kept'), id, version));
    this.changed('kept');
  }

  writing() {
    const { tree, live, seats, clocks, rate, time, named } = this;
    tree.head.meta = JSON.stringify({ live, seats, clocks, clock: rate, time_ms: time, named, opening: tree.head.opening });
    return () => tree.document();
  }

  // The answer means it is on the disk.
  save() {
    return this.tree.nodes.length < 2 && !this.id ? this.saving : this.keeper.save(this.writing());
  }

  saveSoon() {
    if (this.tree.nodes.length > 1 || this.id) this.keeper.saveSoon(this.writing());
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
