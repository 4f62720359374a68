// SPDX-License-Identifier: MIT
// A WebSocket without a browser.

import net from 'node:net';
import { randomBytes } from 'node:crypto';

// What a browser says to open a WebSocket from this page.
export const upgrade = (port, more = {}) => ({ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13', 'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
  'Sec-WebSocket-Protocol': 'tengen-1', Origin: `http://127.0.0.1:${port}`, ...more });

// A WebSocket by hand, so that it can be as rude as it likes.
export class Socket {
  static open(port, headers = {}) {
    return new Promise((resolve, reject) => {
      const self = new Socket();
      self.socket = net.connect(port, '127.0.0.1');
      self.messages = [];
      self.waiting = [];
      self.buffer = Buffer.alloc(0);
      let greeted = false;
      const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...upgrade(port), ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
      self.socket.write(`GET /talk HTTP/1.1\r\n${lines.join('')}\r\n`);
      self.socket.on('data', (bytes) => {
        self.buffer = Buffer.concat([self.buffer, bytes]);
        if (!greeted) {
          const end = self.buffer.indexOf('\r\n\r\n');
          if (end < 0) return;
          const head = self.buffer.subarray(0, end).toString();
          if (!head.startsWith('HTTP/1.1 101')) return reject(new Error(head.split('\r\n')[0]));
          greeted = true;
          self.buffer = self.buffer.subarray(end + 4);
          resolve(self);
        }
        self.take();
      });
      self.socket.on('error', () => {});
      self.socket.on('close', () => { self.closed = true; reject(new Error('closed')); self.waiting.splice(0).forEach((wake) => wake()); });
    });
  }

  take() {
    for (;;) {
      const b = this.buffer;
      if (b.length < 2) return;
      let length = b[1] & 127;
      let at = 2;
      if (length === 126) { if (b.length < 4) return; length = b.readUInt16BE(2); at = 4; }
      else if (length === 127) { if (b.length < 10) return; length = Number(b.readBigUInt64BE(2)); at = 10; }
      if (b.length < at + length) return;
      if ((b[0] & 15) === 9) this.send(b.subarray(at, at + length), 10); // whoever does not answer a ping is gone
      if ((b[0] & 15) === 1) this.messages.push(JSON.parse(b.subarray(at, at + length).toString()));
      this.buffer = b.subarray(at + length);
      this.waiting.splice(0).forEach((wake) => wake());
    }
  }

  send(data, opcode = 1) {
    const bytes = Buffer.from(data);
    const head = bytes.length < 126 ? Buffer.from([128 | opcode, 128 | bytes.length])
      : bytes.length < 65536 ? Buffer.from([128 | opcode, 254, bytes.length >> 8, bytes.length & 255])
        : Buffer.concat([Buffer.from([128 | opcode, 255, 0, 0, 0, 0]), Buffer.from([bytes.length >>> 24, (bytes.length >> 16) & 255, (bytes.length >> 8) & 255, bytes.length & 255])]);
    return this.socket.write(Buffer.concat([head, Buffer.alloc(4), bytes])); // a mask of zeros
  }

  ask(message, ms = 5000) {
    this.send(JSON.stringify(message));
    return this.hear((row) => row.ask === message.ask, ms);
  }

  // The first message that fits, taken out of the list; null when none has come in time.
  async hear(fits, ms = 5000) {
    const until = Date.now() + ms;
    while (Date.now() < until && !this.closed) {
      const found = this.messages.findIndex(fits);
      if (found >= 0) return this.messages.splice(found, 1)[0];
      await new Promise((wake) => { this.waiting.push(wake); setTimeout(wake, 50); });
    }
    return null;
  }

  end() {
    this.socket.destroy();
  }
}
