// SPDX-License-Identifier: MIT
// Pictures of the board that need no style sheet: SVG, PNG, and the whole game as a GIF.

import { Geometry } from './geometry.js';
import { gif } from './gif.js';

const INK = '#4a3618';

function board(g) {
  const e = g.extent;
  const out = [`<rect x="${e.x}" y="${e.y}" width="${e.w}" height="${e.h}" fill="${g.hex ? '#f4efe6' : '#e8c48a'}"/>`];
  const line = (list, colour) => out.push(`<polyline points="${list.map((p) => p.map((v) => v.toFixed(2)).join()).join(' ')}" fill="none" stroke="${colour}" stroke-width=".3" stroke-linejoin="round" stroke-linecap="round"/>`);
  if (g.hex) {
    const b = g.borders();
    line(b.left, '#fff'); line(b.right, '#fff'); line(b.top, '#26262c'); line(b.bottom, '#26262c');
    for (let y = 0; y < g.height; y++)
      for (let x = 0; x < g.width; x++)
        out.push(`<polygon points="${g.corners({ x, y }).map((p) => p.map((v) => v.toFixed(2)).join()).join(' ')}" fill="#f1e2c6" stroke="#b79c6c" stroke-width=".03"/>`);
  } else {
    let d = '';
    for (let x = 0; x < g.width; x++) d += `M${x} 0V${g.height - 1}`;
    for (let y = 0; y < g.height; y++) d += `M0 ${y}H${g.width - 1}`;
    out.push(`<path d="${d}" stroke="${INK}" stroke-width=".035" fill="none" stroke-linecap="square"/>`);
    for (const s of g.stars()) out.push(`<circle cx="${s.x}" cy="${s.y}" r=".1" fill="${INK}"/>`);
  }
  const word = (x, y, text) => out.push(`<text x="${x}" y="${y}" font-size=".36" font-family="sans-serif" fill="${INK}" text-anchor="middle" dominant-baseline="central">${text}</text>`);
  for (let x = 0; x < g.width; x++) word(g.hex ? x - 0.52 : x, g.hex ? -0.86 : g.height - 0.2, String.fromCharCode(97 + x));
  for (let y = 0; y < g.height; y++) word(g.hex ? y / 2 - 0.92 : -0.8, g.hex ? (y * Math.sqrt(3)) / 2 + 0.14 : y, g.hex ? y + 1 : g.height - y);
  return out;
}

function stones(g, cells, last, numbers) {
  const out = [];
  for (let i = 0; i < cells.length; i++) {
    if (cells[i] === '.') continue;
    const cell = { x: i % g.width, y: Math.floor(i / g.width) };
    const c = g.centre(cell);
    const black = cells[i] === 'b';
    const name = g.name(cell.x, cell.y);
    out.push(`<circle cx="${c.x}" cy="${c.y}" r="${g.hex ? 0.41 : 0.46}" fill="${black ? '#1d1d22' : '#fbfaf7'}" stroke="#0006" stroke-width=".03"/>`);
    if (numbers && numbers.has(name)) out.push(`<text x="${c.x}" y="${c.y}" font-size=".36" font-weight="600" font-family="sans-serif" fill="${black ? '#fff' : '#111'}" text-anchor="middle" dominant-baseline="central">${numbers.get(name)}</text>`);
    else if (name === last) out.push(`<circle cx="${c.x}" cy="${c.y}" r=".13" fill="#e2593f"/>`);
  }
  return out;
}

function draw(g, view, width, numbered) {
  const e = g.extent;
  const numbers = new Map();
  if (numbered) view.plies.forEach((ply, index) => numbers.set(ply.move, index + 1));
  const last = view.plies.length ? view.plies[view.plies.length - 1].move : null;
  const height = Math.round((width * e.h) / e.w);
  return { width, height, text: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${e.x} ${e.y} ${e.w} ${e.h}">${board(g).join('')}${stones(g, view.cells, last, numbers).join('')}</svg>` };
}

const geometryOf = ({ head }) => new Geometry(head.game, head.width, head.height);

export function pictureSvg(app) {
  return draw(geometryOf(app.sitting.tree), app.sitting.view, 800, app.memory.get('numbers', false)).text;
}

async function paint(picture) {
  const image = new Image();
  image.src = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(picture.text);
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(image, 0, 0);
  return { canvas, context };
}

export async function picturePng(app) {
  const { canvas } = await paint(draw(geometryOf(app.sitting.tree), app.sitting.view, 1200, app.memory.get('numbers', false)));
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

// The line that is shown, move by move.
export async function film(app) {
  const { sitting } = app;
  const g = geometryOf(sitting.tree);
  const frames = [];
  for (const node of [0, ...sitting.tree.line(sitting.at)]) {
    const view = await app.talk.ask('look', { game: sitting.tree.question(node) });
    const { canvas, context } = await paint(draw(g, view, 480, false));
    frames.push(context.getImageData(0, 0, canvas.width, canvas.height));
  }
  return new Blob([gif(frames, 70)], { type: 'image/gif' });
}
