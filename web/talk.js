// SPDX-License-Identifier: MIT
// The conversation with the server, see docs/serve.md. Questions are promises; what is pushed on the
// way (thoughts, analyses) goes to the question's listener. A lost connection is made again, and
// whatever was not answered is asked again: the server remembers nothing that this page does not
// know.

export class Refused extends Error {}

export class Talk extends EventTarget {
  constructor(url) {
    super();
    this.url = url;
    this.last = 0;
    this.open = new Map(); // number -> {message, listener, resolve, reject}
    this.online = false;
    this.wait = 150;
    this.connect();
  }

  connect() {
    this.socket = new WebSocket(this.url, 'tengen-1');
    this.socket.onopen = () => {
      this.online = true;
      this.wait = 150;
      for (const entry of this.open.values()) this.socket.send(entry.message);
      this.dispatchEvent(new Event('online'));
    };
    this.socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    this.socket.onclose = () => {
      if (this.online) this.dispatchEvent(new Event('offline'));
      this.online = false;
      setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, 2000);
    };
  }

  hear(message) {
    const entry = this.open.get(message.ask);
    if (!entry) {
      if (message.type === 'refused') this.dispatchEvent(new CustomEvent('refused', { detail: message.reason }));
      return;
    }
    const end = entry.until ? message.type === entry.until || message.done : true;
    if (message.type === 'refused') {
      this.open.delete(message.ask);
      entry.reject(new Refused(message.reason));
    } else if (end) {
      this.open.delete(message.ask);
      if (entry.listener) entry.listener(message);
      entry.resolve(message);
    } else {
      entry.listener(message);
    }
  }

  // The answer, or Refused. `until` names the last of several answers; those before it, and it, go
  // to the listener.
  ask(type, fields, listener, until) {
    const number = ++this.last;
    // The server thinks about one thing at a time for a page: a new question ends the one before.
    if (until) for (const [old, entry] of this.open) if (entry.until) this.open.delete(old);
    const message = JSON.stringify({ type, ask: number, ...fields });
    return new Promise((resolve, reject) => {
      this.open.set(number, { message, listener, until, resolve, reject, type });
      if (this.online) this.socket.send(message);
    });
  }

  // Nobody waits for the answers to thinking any more, and the engine is to rest.
  hush() {
    let any = false;
    for (const [number, entry] of this.open)
      if (entry.until) {
        this.open.delete(number);
        any = true;
      }
    if (any && this.online) this.ask('stop', {});
    return any;
  }
}
