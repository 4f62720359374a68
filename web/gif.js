// SPDX-License-Identifier: MIT
// Animated GIF89a: a palette of 6x7x6 colours, LZW, each frame whole. Boards have few colours, so
// nothing cleverer is needed.

function palette() {
  const out = new Uint8Array(256 * 3);
  let at = 0;
  for (let r = 0; r < 6; r++)
    for (let g = 0; g < 7; g++)
      for (let b = 0; b < 6; b++) {
        out[at++] = Math.round((r * 255) / 5);
        out[at++] = Math.round((g * 255) / 6);
        out[at++] = Math.round((b * 255) / 5);
      }
  return out;
}

const index = (r, g, b) => Math.round((r * 5) / 255) * 42 + Math.round((g * 6) / 255) * 6 + Math.round((b * 5) / 255);

function lzw(pixels) {
  const bytes = [];
  let bits = 0;
  let held = 0;
  const CLEAR = 256;
  let size = 9;
  let next = 258;
  let codes = new Map();
  const put = (code) => {
    held |= code << bits;
    bits += size;
    while (bits >= 8) {
      bytes.push(held & 255);
      held >>>= 8;
      bits -= 8;
    }
  };
  put(CLEAR);
  let prefix = pixels[0];
  for (let i = 1; i < pixels.length; i++) {
    const key = prefix * 256 + pixels[i];
    const code = codes.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next < 4096) {
      codes.set(key, next);
      if (next === 1 << size) size++;
      next++;
    } else {
      put(CLEAR);
      codes = new Map();
      size = 9;
      next = 258;
    }
    prefix = pixels[i];
  }
  put(prefix);
  put(257);
  if (bits) bytes.push(held & 255);
  return bytes;
}

// `frames` are ImageData of one size, `delay` hundredths of a second between them.
export function gif(frames, delay) {
  const { width, height } = frames[0];
  const word = (n) => [n & 255, (n >> 8) & 255];
  const parts = [new TextEncoder().encode('GIF89a'), [...word(width), ...word(height), 0xf7, 0, 0], palette(),
    [0x21, 0xff, 11], new TextEncoder().encode('NETSCAPE2.0'), [3, 1, 0, 0, 0]];
  frames.forEach((frame, number) => {
    const pixels = new Uint8Array(width * height);
    for (let i = 0; i < pixels.length; i++) pixels[i] = index(frame.data[4 * i], frame.data[4 * i + 1], frame.data[4 * i + 2]);
    const pause = number === frames.length - 1 ? delay * 4 : delay;
    parts.push([0x21, 0xf9, 4, 0, ...word(pause), 0, 0], [0x2c, 0, 0, 0, 0, ...word(width), ...word(height), 0, 8]);
    const data = lzw(pixels);
    for (let at = 0; at < data.length; at += 255) {
      const block = data.slice(at, at + 255);
      parts.push([block.length, ...block]);
    }
    parts.push([0]);
  });
  parts.push([0x3b]);
  return new Blob(parts.map((part) => (part instanceof Uint8Array ? part : new Uint8Array(part))));
}
