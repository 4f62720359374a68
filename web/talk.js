// SPDX-License-Identifier: MIT
// The conversation with the server, see docs/serve.md. Questions are promises; what is pushed on the
// way (thoughts, analyses) goes to the question's listener. A lost connection is made again, and
// whatever was not answered is asked again: the server remembers nothing that this page does not
// know.

import { refused } from './words.js';

// `code` says which refusal it is, whatever language its message is in; not every one has it.
export class Refused extends Error {
  constructor(message) {
    super(refused(message));
    this.code = message.code;
  }
}

export class Talk extends EventTarget {
  constructor(url) {
    super();
    this.url = url;
    this.last = 0;
    this.open = new Map(); // number -> {message, listener, resolve, reject}
    this.online = null; // true or false once that is known
    this.wait = 150;
    this.connect();
    setInterval(() => this.listen(), 2000);
  }

  connect() {
    const socket = (this.socket = new WebSocket(this.url, 'tengen-1'));
    socket.onopen = () => {
      this.online = true;
      this.wait = 150;
      this.heard = performance.now();
      this.probed = false;
      for (const entry of this.open.values()) socket.send(entry.message);
      this.dispatchEvent(new Event('online'));
    };
    socket.onmessage = (event) => {
      this.heard = performance.now();
      this.probed = false;
      this.hear(JSON.parse(event.data));
    };
    socket.onclose = () => this.lose(socket);
  }

  lose(socket) {
    if (this.socket !== socket) return;
    const known = this.online === false;
    this.socket = null;
    this.online = false;
    if (!known) this.dispatchEvent(new Event('offline'));
    setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, 2000);
  }

  // A connection that nothing comes over may be one whose other end is gone without a word, as after
  // a sleep. The server answers this question at once, whatever it is busy with.
  listen() {
    if (!this.online || !this.open.size) return;
    const silent = performance.now() - this.heard;
    if (silent > 12000 && this.probed) {
      const { socket } = this;
      socket.onmessage = socket.onclose = null;
      socket.close();
      this.lose(socket);
    } else if (silent > 6000 && !this.probed) {
      this.probed = true;
      this.socket.send(JSON.stringify({ type: 'rest' }));
    }
  }

  hear(message) {
    const entry = this.open.get(message.ask);
    if (!entry) {
      if (message.type === 'refused') this.dispatchEvent(new CustomEvent('refused', { detail: refused(message) }));
      return;
    }
    if (message.thinking) this.think(message.ask, entry, message);
    if (message.type === 'refused') {
      this.open.delete(message.ask);
      entry.reject(new Refused(message));
    } else if (!entry.until || entry.until(message)) {
      this.open.delete(message.ask);
      if (entry.listener) entry.listener(message);
      entry.resolve(message);
    } else {
      entry.listener(message);
    }
  }

  // An engine has begun to think about this question, unless nobody wants to know any more.
  think(number, entry, message) {
    if (entry.hushed) {
      message.thinking = false;
      this.ask('stop', {});
    } else {
      this.forget();
      entry.thinks = true;
      this.open.set(number, entry);
    }
  }

  // Nobody waits for the answers to thinking any more.
  forget() {
    let any = false;
    for (const [number, entry] of this.open)
      if (entry.thinks) any = this.open.delete(number);
    return any;
  }

  // The answer, or Refused. `until` says which is the last of several answers, by its type or by a
  // function; those before it, and it, go to the listener.
  ask(type, fields, listener, until) {
    const number = ++this.last;
    const thinks = typeof until === 'string';
    // The server thinks about one thing at a time for a page: a new question ends the one before.
    if (thinks) this.forget();
    const message = JSON.stringify({ type, ask: number, ...fields });
    const last = thinks ? (answer) => answer.type === until || answer.done : until;
    return new Promise((resolve, reject) => {
      this.open.set(number, { message, listener, until: last, thinks, resolve, reject, type });
      if (this.online) this.socket.send(message);
    });
  }

  // The engine is to rest, also the one that a question on its way would set to work.
  hush() {
    const any = this.forget();
    for (const entry of this.open.values()) if (entry.until) entry.hushed = true;
    if (any && this.online) this.ask('stop', {});
    return any;
  }
}
