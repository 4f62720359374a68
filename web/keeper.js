// SPDX-License-Identifier: MIT
// One game's place in the library. It goes on when another game is on the table: what was meant to be
// kept is, one save after another, the latest state each time.
//
// Every save bears a version, this writer's name and a number, so that one whose answer was lost may be
// sent again, and one that would overwrite what another page has saved is not written.

const AGAIN_MS = [1000, 2000, 5000, 10000, 30000];

export class Keeper {
  // `tell` is called whenever the state may be another one. `version` is what the game was opened as.
  constructor(talk, tell, id = 0, version = null) {
    this.talk = talk;
    this.tell = tell;
    this.id = id;
    this.over = version || '';
    this.writer = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
    this.serial = 0;
    this.failures = 0;
    this.done = Promise.resolve();
  }

  // 'new', 'saving', 'saved' (on the server's disk, as it is now), 'trouble' (see there; tried again),
  // 'none' (the server keeps no games), 'changed' or 'gone' (elsewhere; not tried again).
  get state() {
    if (this.outdated) return this.outdated;
    if (this.trouble) return this.code === 'keeps' ? 'none' : 'trouble';
    return this.wanted || this.running ? 'saving' : this.id ? 'saved' : 'new';
  }

  // `write` gives the document as it is when it is sent. The promise is that of this try.
  save(write) {
    this.write = write;
    this.wanted = true;
    this.told = false;
    clearTimeout(this.timer);
    if (!this.running) {
      this.running = true; // before it runs: it tells its state at once
      this.done = this.run();
    }
    return this.done;
  }

  // The same in a moment, for whoever is still typing.
  saveSoon(write) {
    this.write = write;
    this.wanted = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(write), 400);
    this.tell();
  }

  // Now or never: the page goes away.
  flush() {
    if (this.wanted && !this.outdated) this.save(this.write);
  }

  async run() {
    while (this.wanted && !this.outdated && (await this.once()));
    this.running = false;
    this.tell();
  }

  // False: not before a while.
  async once() {
    const version = `${this.writer}.${++this.serial}`;
    this.wanted = false;
    this.tell();
    try {
      const answer = await this.talk.ask('save', { id: this.id, version, over: this.over, document: this.write() });
      this.id = answer.id;
      if (answer.type === 'outdated') this.outdated = answer.gone ? 'gone' : 'changed';
      else this.over = version;
      this.trouble = null;
      this.failures = 0;
      return true;
    } catch (why) {
      this.trouble = why.message;
      this.code = why.code;
      this.wanted = true;
      if (this.state !== 'none') this.timer = setTimeout(() => this.save(this.write), AGAIN_MS[Math.min(this.failures++, AGAIN_MS.length - 1)]);
      return false;
    }
  }
}
