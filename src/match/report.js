// SPDX-License-Identifier: MIT
// Draws what is too much to draw beforehand: openings as they are asked for, the list of games a
// page at a time, and one game on its board. All words from outside go through textContent, so
// that none of them can be anything but text.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { games, openings, players, endings } = data;
  const $ = id => document.getElementById(id);

  // --- small makers ---

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  function draw(name, attributes, text) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes || {})) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    return element;
  }

  const who = player => make("span", { class: "who" }, make("i", { class: `key c${player % 8}` }), players[player]);
  const count = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;

  // --- boards ---

  // "h8" -> [7, 7] on 15x15: columns from the left, rows from the top.
  function cell(word) {
    const row = Number(word.slice(1));
    return [word.charCodeAt(0) - 97, data.bottom ? data.height - row : row - 1];
  }

  const STEP = 30, RADIUS = 17.5;
  const letter = x => String.fromCharCode(97 + x);
  const rowName = y => data.bottom ? data.height - y : y + 1;
  const words = text => text ? text.split(" ") : [];

  // Squares: stones on the crossings.
  const square = {
    at: (x, y) => [(x + 1) * STEP, (y + 1) * STEP],
    radius: 13.5,
    frame(svg, small) {
      const { width, height } = data, pad = small ? 10 : 0;
      svg.setAttribute("viewBox", [pad, pad, (width + 1) * STEP - 2 * pad, (height + 1) * STEP - 2 * pad].join(" "));
      svg.append(draw("rect", { class: "wood", x: pad, y: pad, rx: 8,
        width: (width + 1) * STEP - 2 * pad, height: (height + 1) * STEP - 2 * pad }));
      let lines = "";
      for (let x = 1; x <= width; x++) lines += `M${x * STEP} ${STEP}V${height * STEP}`;
      for (let y = 1; y <= height; y++) lines += `M${STEP} ${y * STEP}H${width * STEP}`;
      svg.append(draw("path", { class: "lines", d: lines }));
      const stars = n => n < 9 ? [] : n % 2 ? [3, (n - 1) / 2, n - 4] : [3, n - 4];
      for (const x of stars(width))
        for (const y of stars(height))
          svg.append(draw("circle", { class: "star", cx: (x + 1) * STEP, cy: (y + 1) * STEP, r: 3 }));
      if (small) return;
      for (let x = 0; x < width; x++)
        svg.append(draw("text", { class: "coord", x: (x + 1) * STEP, y: (height + 1) * STEP - 4 }, letter(x)));
      for (let y = 0; y < height; y++)
        svg.append(draw("text", { class: "coord", x: 9, y: (y + 1) * STEP + 4 }, rowName(y)));
    },
  };

  // Hexagons: a rhombus that leans to the right. Black joins top and bottom, White the sides.
  const WIDE = RADIUS * Math.sqrt(3);
  const hexagonal = {
    at: (x, y) => [(x + y / 2 + 1.4) * WIDE, (y * 1.5 + 2.2) * RADIUS],
    radius: 12,
    corner(x, y, k) { // 0 is the top one, then clockwise
      const [cx, cy] = this.at(x, y), turn = Math.PI / 3 * k;
      return `${(cx + RADIUS * Math.sin(turn)).toFixed(1)} ${(cy - RADIUS * Math.cos(turn)).toFixed(1)}`;
    },
    edges(svg) {
      const { width, height } = data, last = [width - 1, height - 1];
      const along = (count, corners) => [...Array(count).keys()].flatMap(corners);
      const top = [...along(width, x => [this.corner(x, 0, 5), this.corner(x, 0, 0)]), this.corner(last[0], 0, 1)];
      const bottom = [this.corner(0, last[1], 4), ...along(width, x => [this.corner(x, last[1], 3), this.corner(x, last[1], 2)])];
      const left = [...along(height, y => [this.corner(0, y, 5), this.corner(0, y, 4)]), this.corner(0, last[1], 3)];
      const right = [this.corner(last[0], 0, 0), ...along(height, y => [this.corner(last[0], y, 1), this.corner(last[0], y, 2)])];
      for (const [side, points] of [["w", left], ["w", right], ["b", top], ["b", bottom]])
        for (const style of ["edge-line", `edge ${side}`])
          svg.append(draw("path", { class: style, d: "M" + points.join("L") }));
    },
    frame(svg, small) {
      const { width, height } = data;
      const [right, bottom] = this.at(width - 1, height - 1);
      svg.setAttribute("viewBox", `0 0 ${right + 1.4 * WIDE} ${bottom + 2.2 * RADIUS}`);
      svg.append(draw("rect", { class: "wood", width: right + 1.4 * WIDE, height: bottom + 2.2 * RADIUS, rx: 8 }));
      this.edges(svg);
      let cells = "";
      for (let y = 0; y < height; y++)
        for (let x = 0; x < width; x++)
          cells += "M" + [0, 1, 2, 3, 4, 5].map(k => this.corner(x, y, k)).join("L") + "Z";
      svg.append(draw("path", { class: "cells", d: cells }));
      if (small) return;
      for (let x = 0; x < width; x++) {
        const [cx, cy] = this.at(x, 0);
        svg.append(draw("text", { class: "coord", x: cx - WIDE / 2, y: cy - RADIUS - 8 }, letter(x)));
      }
      for (let y = 0; y < height; y++) {
        const [cx, cy] = this.at(0, y);
        svg.append(draw("text", { class: "coord", x: cx - WIDE - 5, y: cy + 4 }, rowName(y)));
      }
    },
  };
  const shape = data.shape === 'hexagons' ? hexagonal : square;

  function board(stones, small, title) {
    const svg = draw("svg", { role: "img", "aria-label": title });
    shape.frame(svg, small);
    const layer = svg.appendChild(draw("g"));
    for (const stone of stones) putStone(layer, stone);
    return svg;
  }

  function putStone(layer, stone) {
    const [cx, cy] = shape.at(...cell(stone.at));
    layer.append(draw("circle", { class: `stone ${stone.side}`, cx, cy, r: shape.radius }));
    if (stone.number)
      layer.append(draw("text", { class: `number ${stone.side}`, x: cx, y: cy + 4.3 }, stone.number));
  }

  const begin = opening => words(opening.s).map(word => ({ side: word[0], at: word.slice(1) }));

  // --- openings ---

  const PORTION = 24;
  const total = o => o.b + o.d + o.w;
  const lead = o => total(o) ? (o.b - o.w) / total(o) : 0;
  const orders = {
    number: (a, b) => a.n - b.n,
    black: (a, b) => lead(b) - lead(a) || total(b) - total(a) || a.n - b.n,
    white: (a, b) => lead(a) - lead(b) || total(b) - total(a) || a.n - b.n,
    games: (a, b) => total(b) - total(a) || a.n - b.n,
  };
  let shownOpenings = 0;

  function openingCard(opening) {
    const bar = make("div", { class: "stack" });
    for (const [key, style] of [["b", "black"], ["d", "drawn"], ["w", "white"]])
      if (opening[key]) bar.append(make("i", { class: style, style: `width:${100 * opening[key] / total(opening)}%` }));
    const text = `Opening ${opening.n}: Black won ${opening.b}, ${count(opening.d, "draw")}, White won ${opening.w}`;
    const card = make("button", { type: "button", class: "card", title: text + ". Show its games." },
      board(begin(opening), true, opening.s ? text : text + ", from the empty board"),
      make("span", {}, `${opening.b} – ${opening.d} – ${opening.w}`),
      make("b", {}, `${opening.n}`), bar);
    card.addEventListener("click", () => {
      $("by-opening").value = openings.indexOf(opening);
      listFrom(0);
      $("game-list").closest(".scroll").scrollIntoView({ block: "nearest" });
      if (filtered.length) openGame(filtered[0], true);
    });
    return card;
  }

  function showOpenings(more) {
    const list = $("opening-list");
    if (!more) { list.replaceChildren(); shownOpenings = 0; }
    const sorted = [...openings].sort(orders[$("opening-order").value]);
    list.append(...sorted.slice(shownOpenings, shownOpenings + PORTION).map(openingCard));
    shownOpenings = Math.min(shownOpenings + PORTION, sorted.length);
    $("opening-more").hidden = shownOpenings >= sorted.length;
    $("opening-more").textContent = `Show more (${sorted.length - shownOpenings} left)`;
  }

  // --- the list of games ---

  const PAGE = 25;
  const results = { black: "Black won", white: "White won", draw: "draw" };
  let filtered = games, page = 0;

  function fill(select, all, pairs) {
    select.append(make("option", { value: "" }, all), ...pairs.map(([value, text]) => make("option", { value }, text)));
    select.addEventListener("change", () => listFrom(0));
  }

  function listFrom(first) {
    const player = $("by-player").value, result = $("by-result").value;
    const ending = $("by-ending").value, opening = $("by-opening").value;
    filtered = games.filter(g => (!player || g.b == player || g.w == player) && (!result || g.r === result) &&
      (!ending || g.e == ending) && (!opening || g.o == opening));
    page = Math.max(0, Math.min(first, Math.floor((filtered.length - 1) / PAGE)));
    const shown = filtered.slice(page * PAGE, (page + 1) * PAGE);
    $("game-list").replaceChildren(...shown.map(gameRow));
    $("page-text").textContent = filtered.length
      ? `${page * PAGE + 1}–${page * PAGE + shown.length} of ${filtered.length}` : "no such game";
    $("page-back").disabled = page === 0;
    $("page-next").disabled = (page + 1) * PAGE >= filtered.length;
  }

  function gameRow(game) {
    const button = make("button", { type: "button", "aria-label": `Show game ${game.n}` }, `${game.n}`);
    const row = make("tr", { "data-game": game.n },
      make("td", {}, button),
      make("td", {}, `${openings[game.o].n}`),
      make("td", { class: game.r === "black" ? "won" : "" }, who(game.b)),
      make("td", { class: game.r === "white" ? "won" : "" }, who(game.w)),
      make("td", {}, results[game.r] + (game.x ? " (not counted)" : "")),
      make("td", {}, `${words(game.m).length}`),
      make("td", {}, game.why || endings[game.e]));
    if (game === current) row.setAttribute("aria-current", "true");
    row.addEventListener("click", () => openGame(game, true));
    return row;
  }

  // --- one game ---

  let current = null, at = 0, moves = [], layer = null;

  const duration = ms => ms >= 1000 ? `${(ms / 1000).toFixed(2)} s` : ms < 0.1 ? "less than 0.1 ms" : `${ms} ms`;
  const names = { s: "swap", t: "swap sides", u: "put two", p: "pass", r: "resign" };

  function moveName(move) {
    return move[0] === "b" || move[0] === "w" ? move.slice(1) : move[0] === "!" ? move.slice(1) + " ✗" : names[move[0]];
  }

  // Who chose move k: seats stay with the players, colours may change hands.
  const chooser = k => Number(current.s[k]) === current.f ? current.b : current.w;

  function stonesAfter(k) {
    let stones = begin(openings[current.o]);
    for (let i = 0; i < k; i++) {
      const move = moves[i];
      if (move[0] === "b" || move[0] === "w") stones.push({ side: move[0], at: move.slice(1), number: i + 1 });
      else if (move[0] === "s") stones = [{ side: "w", at: move.slice(1), number: i + 1 }];
    }
    return stones;
  }

  function mark(word, style, radius) {
    const [cx, cy] = shape.at(...cell(word));
    if (style !== "refused") return layer.append(draw("circle", { class: style, cx, cy, r: radius }));
    layer.append(draw("path", { class: style, d: `M${cx - 8} ${cy - 8}l16 16m0 -16l-16 16` }));
  }

  function scoreText(score) {
    const sign = score > 0 ? "+" : score < 0 ? "−" : "";
    const distance = 30000 - Math.abs(score); // proven results, see search/info.h
    const proof = distance >= 0 && distance <= 1000 ? ` (${score > 0 ? "win" : "loss"} in ${count(distance, "ply").replace("plys", "plies")})` : "";
    return `score ${sign}${Math.abs(score)}${proof}`;
  }

  // Depth, score and nodes of move k, unless the player moved without a search.
  function thought(k) {
    const info = current.i && current.i[k];
    return info && (info[0] || info[2]) ? info : null;
  }

  function describe(k) {
    const lines = [], info = thought(k - 1);
    if (k === 0)
      return openings[current.o].s ? "The opening. The players go on from here." : "The empty board.";
    lines.push(`${k}. ${players[chooser(k - 1)]}: ${moveName(moves[k - 1])}`);
    const parts = info ? [`depth ${info[0]}`, scoreText(info[1]), `${info[2].toLocaleString("en")} ${info[2] === 1 ? "node" : "nodes"}`] : [];
    lines.push([...parts, duration(current.t[k - 1])].join(" · "));
    if (moves[k - 1][0] === "!") lines.push("This was refused by the referee.");
    if (current.c && current.c[k - 1] !== undefined) lines.push(current.c[k - 1]);
    return lines.join("\n");
  }

  function show(k) {
    at = Math.max(0, Math.min(k, moves.length));
    const stones = stonesAfter(at), numbers = $("numbers").checked;
    layer.replaceChildren();
    for (const stone of stones) putStone(layer, numbers ? stone : { ...stone, number: 0 });
    const last = at ? moves[at - 1] : "";
    if (/^[bws]/.test(last)) mark(last.slice(1), "last", shape.radius - 1);
    if (/^![a-z][0-9]/.test(last)) mark(last.slice(1), "refused");
    if (at === moves.length) for (const word of words(current.l)) mark(word, "winner", shape.radius);
    $("comment").textContent = describe(at);
    $("slider").value = at;
    $("to-first").disabled = $("to-back").disabled = at === 0;
    $("to-next").disabled = $("to-last").disabled = at === moves.length;
    const list = $("moves");
    for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const button = at && list.children[at - 1].firstChild;
    if (button) {
      button.setAttribute("aria-current", "step");
      list.scrollTop = button.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    const now = $("scores").querySelector(".now");
    if (now) now.setAttribute("d", `M${scoreX(at)} 8V112`);
  }

  // What both players thought of Black's chances, squeezed so that large scores stay on the paper.
  const scoreX = k => 30 + 380 * k / Math.max(1, moves.length);

  function drawScores() {
    $("scores").replaceChildren();
    const lines = {};
    moves.forEach((move, k) => {
      const info = thought(k);
      if (!info || !/^[bw]/.test(move)) return;
      const score = move[0] === "b" ? info[1] : -info[1];
      const y = 60 - 48 * score / (Math.abs(score) + 150);
      (lines[chooser(k)] ||= []).push(`${scoreX(k + 1).toFixed(1)} ${y.toFixed(1)}`);
    });
    if (!Object.keys(lines).length) return;
    const svg = draw("svg", { class: "chart", viewBox: "0 0 420 120", role: "img",
      "aria-label": "Scores of both players after each move, Black's advantage upwards" });
    svg.append(draw("path", { class: "grid", d: "M30 12H410M30 108H410" }), draw("path", { class: "zero", d: "M30 60H410" }),
      draw("path", { class: "now" }),
      draw("text", { class: "end", x: 26, y: 17 }, "B"), draw("text", { class: "end", x: 26, y: 113 }, "W"));
    for (const [player, points] of Object.entries(lines))
      svg.append(draw("path", { class: `line c${player % 8}`, d: "M" + points.join("L") }));
    svg.addEventListener("click", event => {
      const box = svg.getBoundingClientRect(), x = (event.clientX - box.left) / box.width * 420;
      show(Math.round((x - 30) / 380 * moves.length));
    });
    $("scores").append(svg, make("p", { class: "note" }, "Scores as each player gave them; up is good for Black."));
  }

  function openGame(game, wanted) {
    current = game;
    moves = words(game.m);
    const svg = board([], false, `The board of game ${game.n}`);
    layer = svg.lastChild;
    $("replay").hidden = false;
    $("board").replaceChildren(svg);
    $("game-title").replaceChildren(`Game ${game.n}: `, make("i", { class: "key black" }), players[game.b], " – ",
      make("i", { class: "key white" }), players[game.w]);
    $("game-result").textContent = `${results[game.r][0].toUpperCase()}${results[game.r].slice(1)} ` +
      `(${endings[game.e]}): ${game.why}. ${count(moves.length, "move")} from opening ${openings[game.o].n}.`;
    $("moves").replaceChildren(...moves.map((move, k) => {
      const button = make("button", { type: "button" }, make("small", {}, `${k + 1}`), moveName(move));
      button.addEventListener("click", () => show(k + 1));
      return make("li", {}, button);
    }));
    $("slider").max = moves.length;
    $("game-back").disabled = filtered.indexOf(game) <= 0;
    $("game-next").disabled = filtered.indexOf(game) === filtered.length - 1;
    drawScores();
    for (const row of $("game-list").children)
      if (row.dataset.game == game.n) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
    show(wanted ? 0 : moves.length);
    if (!wanted) return;
    history.replaceState(null, "", `#game-${game.n}`);
    const top = $("replay").getBoundingClientRect().top;
    if (top < 0 || top > innerHeight / 2) $("replay").scrollIntoView();
  }

  function neighbour(step) {
    const next = filtered[filtered.indexOf(current) + step];
    if (next) openGame(next, true);
  }

  function fromAddress() {
    const match = /^#game-(\d+)$/.exec(location.hash);
    return match && games.find(game => game.n === Number(match[1]));
  }

  // --- wiring ---

  const steps = { "to-first": () => show(0), "to-back": () => show(at - 1), "to-next": () => show(at + 1),
    "to-last": () => show(moves.length), "game-back": () => neighbour(-1), "game-next": () => neighbour(1),
    "page-back": () => listFrom(page - 1), "page-next": () => listFrom(page + 1),
    "opening-more": () => showOpenings(true) };
  for (const [id, run] of Object.entries(steps)) $(id).addEventListener("click", run);
  $("slider").addEventListener("input", () => show(Number($("slider").value)));
  $("numbers").addEventListener("change", () => show(at));
  $("opening-order").addEventListener("change", () => showOpenings(false));
  addEventListener("hashchange", () => { const game = fromAddress(); if (game && game !== current) openGame(game, true); });

  const keys = { ArrowLeft: () => show(at - 1), ArrowRight: () => show(at + 1), Home: () => show(0), End: () => show(moves.length) };
  addEventListener("keydown", event => {
    const run = keys[event.key], box = $("replay").getBoundingClientRect();
    const elsewhere = box.bottom < 0 || box.top > innerHeight || /^(INPUT|SELECT)$/.test(event.target.tagName);
    if (!run || !current || elsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    run();
  });

  fill($("by-player"), "anybody", players.map((name, i) => [i, name]));
  fill($("by-result"), "any", Object.entries(results));
  fill($("by-ending"), "any way", endings.map((name, i) => [i, name]).filter(([i]) => games.some(g => g.e === i)));
  fill($("by-opening"), "any", openings.map((o, i) => [i, o.n]).sort((a, b) => a[1] - b[1]));
  showOpenings(false);
  listFrom(0);
  if (games.length) openGame(fromAddress() || games[0], !!fromAddress());
})();
