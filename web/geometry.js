// SPDX-License-Identifier: MIT
// Where the points of a board lie, for the page and for pictures of it. Cells are known by their
// words, "h8"; Gomoku counts rows from the bottom, Hex from the top.

export class Geometry {
  constructor(game, width, height) {
    this.hex = game === 'hex';
    this.width = width;
    this.height = height;
    const s = Math.sqrt(3);
    // One unit is the distance between neighbours.
    this.extent = this.hex
      ? { x: -1.25, y: -1.2, w: width + (height - 1) / 2 + 1.5, h: (height - 1) * (s / 2) + 2.4 }
      : { x: -0.97, y: -0.97, w: width + 0.94, h: height + 0.94 };
  }

  name(x, y) {
    return String.fromCharCode(97 + x) + (this.hex ? y + 1 : this.height - y);
  }

  // {x, y} of a word, null for swaps and passes.
  at(word) {
    const match = /^([a-z])(\d+)$/.exec(word || '');
    if (!match) return null;
    const x = match[1].charCodeAt(0) - 97;
    const y = this.hex ? match[2] - 1 : this.height - match[2];
    return x < this.width && y >= 0 && y < this.height ? { x, y } : null;
  }

  centre({ x, y }) {
    return this.hex ? { x: x + y / 2, y: (y * Math.sqrt(3)) / 2 } : { x, y };
  }

  // The cell nearest to a point of the drawing, null beyond the board.
  near(px, py) {
    let y = this.hex ? Math.round(py / (Math.sqrt(3) / 2)) : Math.round(py);
    let best = null;
    let distance = 0.62;
    for (let row = y - 1; row <= y + 1; row++) {
      const x = Math.round(this.hex ? px - row / 2 : px);
      if (x < 0 || row < 0 || x >= this.width || row >= this.height) continue;
      const c = this.centre({ x, y: row });
      const d = Math.hypot(c.x - px, c.y - py);
      if (d < distance) [best, distance] = [{ x, y: row }, d];
    }
    return best;
  }

  // The six corners of a cell of Hex, from the top one on clockwise.
  corners(cell, scale = 1) {
    const c = this.centre(cell);
    const r = scale / Math.sqrt(3);
    return [0, 1, 2, 3, 4, 5].map((i) => {
      const angle = (Math.PI / 3) * i - Math.PI / 2;
      return [c.x + r * Math.cos(angle), c.y + r * Math.sin(angle)];
    });
  }

  // The four borders of a Hex board as lines along the outer corners: top, bottom, left, right.
  borders() {
    const { width: w, height: h } = this;
    const top = [], bottom = [], left = [], right = [];
    for (let x = 0; x < w; x++) {
      const a = this.corners({ x, y: 0 });
      top.push(a[5], a[0]);
      if (x === w - 1) top.push(a[1]);
      const b = this.corners({ x, y: h - 1 });
      bottom.push(b[4], b[3]);
      if (x === w - 1) bottom.push(b[2]);
    }
    for (let y = 0; y < h; y++) {
      const a = this.corners({ x: 0, y });
      left.push(a[5], a[4]);
      if (y === h - 1) left.push(a[3]);
      const b = this.corners({ x: w - 1, y });
      right.push(b[1], b[2]);
      if (y === 0) right.unshift(b[0]);
    }
    return { top, bottom, left, right };
  }

  // Where a Gomoku board has its dots.
  stars() {
    const { width: w, height: h } = this;
    if (this.hex || w < 9 || h < 9) return [];
    const in_ = (n) => (n >= 13 ? 3 : 2);
    const xs = [in_(w), w - 1 - in_(w)];
    const ys = [in_(h), h - 1 - in_(h)];
    const stars = xs.flatMap((x) => ys.map((y) => ({ x, y })));
    if (w % 2 && h % 2) stars.push({ x: (w - 1) / 2, y: (h - 1) / 2 });
    return stars;
  }
}
