// SPDX-License-Identifier: MIT
// The engine's thoughts on the position that is shown, and the review of a whole game. Both are data
// here; panels.js and board.js draw them.

export class Analysis extends EventTarget {
  constructor(talk, sitting) {
    super();
    this.talk = talk;
    this.sitting = sitting;
    this.on = false;
    this.lines = 3;
    this.data = null;
    this.seconds = 0.5;
    document.addEventListener('visibilitychange', () => this.refresh());
  }

  changed() {
    this.dispatchEvent(new Event('change'));
  }

  toggle(on = !this.on) {
    this.on = on;
    this.review = null;
    if (!on) this.rest();
    this.refresh();
    this.changed();
  }

  rest() {
    if (this.ticket) this.talk.hush();
    this.ticket = null;
  }

  // Whatever changed: think about what is on the board now, or not at all.
  refresh() {
    const { sitting } = this;
    if (this.review) return;
    if (sitting.thinks()) {
      this.ticket = null;
      this.data = null;
      return;
    }
    const look = this.on && !document.hidden && sitting.view && sitting.view.result === 'none';
    if (!look) {
      this.rest();
      if (!this.on) this.data = null;
      return;
    }
    const key = [sitting.table, sitting.at, this.lines].join();
    if (this.ticket && this.ticket.key === key) return;
    this.start(key);
  }

  async start(key) {
    const { sitting } = this;
    const ticket = (this.ticket = { key });
    const node = sitting.at;
    const side = sitting.view.to_move;
    this.data = null;
    const listener = (message) => {
      if (this.ticket !== ticket || (message.stored && this.data)) return;
      // In the middle of a depth they come as they come. A tree search's best is the most visited one.
      if (message.lines.every((line) => line.visits === null)) message.lines.sort((a, b) => b.score - a.score);
      // A shallow thought does not push away a deep one from the store.
      if (this.data && this.data.stored && message.depth < this.data.depth && !message.done) {
        this.data = { ...this.data, live: message };
      } else if (message.lines.length) {
        this.data = { ...message, node };
        sitting.score(node, side, message.lines[0]);
      }
      this.changed();
    };
    try {
      await this.talk.ask('analyse', { game: sitting.tree.question(node), lines: this.lines }, listener, 'end');
    } catch (why) {
      if (this.ticket !== ticket) return;
      this.on = false;
      this.ticket = null;
      sitting.dispatchEvent(new CustomEvent('trouble', { detail: why.message }));
    }
    this.changed();
  }

  // --- a whole game ---

  async wholeGame() {
    const { sitting } = this;
    const line = [0, ...sitting.tree.line(sitting.at)];
    this.rest();
    this.on = false;
    this.data = null;
    const review = (this.review = { line, seen: 0, running: true });
    this.changed();
    const hear = (message) => {
      if (this.review !== review || message.type !== 'judged') return;
      review.seen++;
      const { line: best, drop, why } = message;
      sitting.score(line[message.ply], message.to_move, best, { drop, why, side: message.to_move, next: line[message.ply + 1] });
      this.changed();
    };
    try {
      await this.talk.ask('review', { game: sitting.tree.question(line[line.length - 1]), time_ms: this.seconds * 1000 }, hear, 'reviewed');
    } catch (why) {
      sitting.dispatchEvent(new CustomEvent('trouble', { detail: why.message }));
    }
    review.running = false;
    this.changed();
  }

  endReview() {
    if (this.review && this.review.running) this.talk.hush();
    if (this.review) this.review.running = false;
    this.changed();
  }
}

// How bad the move was that followed. Whoever gives away a proven win or walks into one has blundered,
// unless there was less to lose than a blunder costs: a position that is lost anyway holds none.
export function grade({ drop, why, line }) {
  const kind = byDrop(drop ?? 0);
  if (!kind || !why || !why.plies || line.win < BLUNDER) return kind;
  return why.kind === 'allowed' ? 'blunder' : kind === 'slip' ? 'mistake' : kind;
}

const BLUNDER = 0.3;

function byDrop(drop) {
  return drop >= BLUNDER ? 'blunder' : drop >= 0.15 ? 'mistake' : drop >= 0.07 ? 'slip' : null;
}
