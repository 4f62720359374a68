// SPDX-License-Identifier: MIT
// A game with its variations: a document of docs/serve.md, and the few things one does to it. Nodes
// are known by their index; 0 is the root, and what stands behind a node hangs on it.

export class Tree {
  constructor(document) {
    const { nodes, ...head } = document;
    this.head = head;
    this.nodes = (nodes && nodes.length ? nodes : [{}]).map((node) => ({ ...node, kids: [] }));
    this.nodes.forEach((node, index) => {
      if (index) this.nodes[node.up].kids.push(index);
    });
  }

  document() {
    return { ...this.head, nodes: this.nodes.map(({ kids, ...node }) => node) };
  }

  path(index) {
    const path = [];
    for (let at = index; at; at = this.nodes[at].up) path.unshift(at);
    return path;
  }

  // The game as far as this node, as questions have it.
  question(index) {
    const { game, rule, width, height, opening } = this.head;
    const root = this.nodes[0];
    const question = { game, rule, width, height, moves: this.path(index).map((at) => this.nodes[at].move) };
    if ((root.black && root.black.length) || (root.white && root.white.length) || root.to_move)
      Object.assign(question, { black: root.black || [], white: root.white || [], to_move: root.to_move });
    else if (opening) question.opening = opening;
    return question;
  }

  // The child with this move, new or not.
  add(index, move, side, ms) {
    const known = this.nodes[index].kids.find((kid) => this.nodes[kid].move === move);
    if (known !== undefined) return known;
    const node = { up: index, move, side, kids: [] };
    if (ms !== undefined) node.ms = Math.round(ms);
    this.nodes.push(node);
    this.nodes[index].kids.push(this.nodes.length - 1);
    return this.nodes.length - 1;
  }

  // Down the first children.
  end(index = 0) {
    while (this.nodes[index].kids.length) index = this.nodes[index].kids[0];
    return index;
  }

  depth(index) {
    return this.path(index).length;
  }

  // The line through this node down to its end.
  line(index) {
    const path = this.path(index);
    for (let at = index; this.nodes[at].kids.length; ) {
      at = this.nodes[at].kids[0];
      path.push(at);
    }
    return path;
  }

  // Do the first children lead here?
  main(index) {
    return this.path(index).every((at) => this.nodes[this.nodes[at].up].kids[0] === at);
  }

  // How many moves hang on this node, itself included.
  below(index) {
    return 1 + this.nodes[index].kids.reduce((sum, kid) => sum + this.below(kid), 0);
  }

  // Makes the way to this node the main line.
  promote(index) {
    for (let at = index; at; at = this.nodes[at].up) {
      const kids = this.nodes[this.nodes[at].up].kids;
      kids.splice(kids.indexOf(at), 1);
      kids.unshift(at);
    }
    return this.renumber(index);
  }

  // Takes this node and what hangs on it away; returns where `keep` stands afterwards, its parent's
  // place when it went too.
  remove(index, keep) {
    const up = this.nodes[index].up;
    const kids = this.nodes[up].kids;
    kids.splice(kids.indexOf(index), 1);
    for (let at = keep; at; at = this.nodes[at].up) if (at === index) keep = up;
    return this.renumber(keep);
  }

  // Nodes in the order of the tree, so that the first child always is the main line. `places` says
  // which number each has now.
  renumber(keep) {
    const order = [];
    const stack = [0];
    while (stack.length) {
      const at = stack.pop();
      order.push(at);
      for (const kid of [...this.nodes[at].kids].reverse()) stack.push(kid);
    }
    const place = (this.places = new Map(order.map((old, now) => [old, now])));
    this.nodes = order.map((old) => {
      const node = this.nodes[old];
      return { ...node, up: old ? place.get(node.up) : undefined, kids: node.kids.map((kid) => place.get(kid)) };
    });
    return place.get(keep) ?? 0;
  }
}

export function newDocument(choice) {
  return {
    game: choice.game,
    rule: choice.rule,
    width: choice.width,
    height: choice.height,
    opening: choice.opening || 'free',
    date: new Date().toLocaleDateString('sv'), // 2026-11-16
    nodes: [{}],
  };
}
