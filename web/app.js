// SPDX-License-Identifier: MIT
// The page put together: what the person does goes to the sitting, what changes there is drawn.

import { $, el, icon, replace } from './dom.js';
import { t, speak, guess } from './words.js';
import { memory } from './memory.js';
import { Talk } from './talk.js';
import { notice } from './notice.js';
import { Sitting } from './sitting.js';
import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { movesPanel, analysisPanel, reportPanel, facts, place, settle } from './panels.js';
import { newGame, changeSeat, settings, sure, liftToast } from './dialogs.js';
import { library } from './library.js';
import { share, take, textOf, documentOf, linkOf } from './share.js';
import { SetUp } from './setup.js';
import { keys, help } from './keys.js';
import { status, cards, choices, controls } from './stage.js';

class App {
  constructor() {
    this.memory = memory;
    this.tab = 'moves';
    this.talk = new Talk(`${location.protocol.replace('http', 'ws')}//${location.host}/talk`);
    this.sitting = new Sitting(this.talk);
    this.analysis = new Analysis(this.talk, this.sitting);
    this.board = new Board($('board'), (cell, colour) => this.speak(this.describe(cell, colour)));
    this.listen();
  }

  async boot() {
    this.restyle();
    await speak(memory.get('language', guess()));
    this.applySettings();
    this.welcome = await this.talk.ask('hello', { protocol: 2 });
    this.frame();
    await this.resume();
    document.body.classList.add('ready');
    this.install();
  }

  // A style sheet that was lost on its way is asked for again: without it the page is bare. Before a module
  // runs, each of them has come or failed.
  restyle() {
    const came = (link) => {
      try {
        return link.sheet.cssRules.length > 0;
      } catch {
        return false; // null, or, in Chromium, one that cannot be looked into
      }
    };
    for (const link of document.querySelectorAll('link[rel=stylesheet]')) {
      if (came(link)) continue;
      const again = link.cloneNode();
      again.onerror = () => setTimeout(() => this.restyle(), 1000);
      link.replaceWith(again);
    }
  }

  // The service worker keeps what this page was loaded from, for when the server is away.
  async install() {
    try {
      await navigator.serviceWorker.register('/worker.js');
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage({ keep: ['/', ...performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.startsWith(location.origin))] });
    } catch {
      // a browser that has none, or allows none here
    }
  }

  // The server is back; when it is another one, with another page, that page is loaded.
  async greet() {
    try {
      const { page, keeps } = await this.talk.ask('hello', { protocol: 2 });
      if (page === this.welcome.page) return;
      if (keeps) await this.sitting.save();
    } catch {
      // it does not know this page's language
    }
    if (!this.sitting.id) history.replaceState(null, '', location.pathname + linkOf(this.sitting));
    location.reload();
  }

  // What the address holds, else the game of last time, else a new one.
  async resume() {
    const id = memory.get('current', 0);
    if (await this.follow()) return;
    if (id && (await this.openGame(id))) return;
    await this.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'tengen:level=5'], time_ms: 1000 });
  }

  // The game of the address. One that cannot be shown is told, and taken out of it.
  async follow() {
    const { hash } = location;
    const linked = documentOf(hash);
    if (linked && (await this.open(linked, 0, null, null, hash))) return true;
    if (linked === undefined) this.toast(t('badLink'));
    if (linked !== null && location.hash === hash) history.replaceState(null, '', location.pathname + (this.link || ''));
    return false;
  }

  listen() {
    const { sitting, talk, analysis, board } = this;
    sitting.addEventListener('change', ({ detail }) => {
      if (detail === 'clock') return cards(this);
      if (detail === 'kept') return this.kept();
      if (detail === 'move') this.announce();
      if (detail === 'view' || detail === 'move') {
        this.hint = this.line = null;
        board.pend(null);
      }
      if (detail === 'view' || detail === 'move') sitting.recallReplies();
      analysis.refresh();
      this.draw();
    });
    sitting.addEventListener('trouble', ({ detail }) => this.toast(detail));
    analysis.addEventListener('change', () => {
      this.thought ||= requestAnimationFrame(() => this.drawThought());
    });
    talk.addEventListener('offline', () => notice(this));
    talk.addEventListener('online', () => {
      notice(this);
      if (this.welcome) this.greet();
    });
    talk.addEventListener('refused', ({ detail }) => this.toast(detail));
    board.addEventListener('choose', ({ detail }) => this.choose(detail.cell));
    board.addEventListener('look', ({ detail }) => this.look(detail.cell));
    addEventListener('keydown', (event) => keys(this, event));
    addEventListener('dragover', (event) => {
      event.preventDefault();
      document.body.classList.add('dropping');
    });
    addEventListener('dragleave', (event) => event.relatedTarget || document.body.classList.remove('dropping'));
    addEventListener('paste', (event) => {
      if (/^(INPUT|TEXTAREA)$/.test(event.target.tagName)) return;
      const text = event.clipboardData.getData('text').trim();
      if (text) take(this, text);
    });
    addEventListener('drop', async (event) => {
      event.preventDefault();
      document.body.classList.remove('dropping');
      const file = event.dataTransfer.files[0];
      const text = file ? await textOf(file) : event.dataTransfer.getData('text');
      if (text) take(this, text, file && file.name);
    });
    addEventListener('hashchange', () => this.follow());
    addEventListener('pagehide', () => sitting.keeper.flush());
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.applySettings());
  }

  // --- what a person does ---

  async begin(choice) {
    try {
      await this.sitting.begin(choice, () => this.leave(0));
    } catch (why) {
      this.toast(why.message);
    }
  }

  // False, and all is as it was, when it cannot be shown.
  async open(document, id, version, ply, hash) {
    try {
      await this.sitting.open(document, id, version, () => this.leave(id, hash));
    } catch (why) {
      this.toast(why.message);
      return false;
    }
    if (ply !== null && ply !== undefined) await this.go([0, ...this.sitting.tree.line(0)][ply] ?? this.sitting.at);
    return true;
  }

  // One of the library.
  async openGame(id, ply) {
    try {
      const { document, version } = await this.talk.ask('open', { id });
      return await this.open(document, id, version, ply);
    } catch (why) {
      this.toast(why.message);
      return false;
    }
  }

  // What was saved, or was not.
  kept() {
    const { keeper } = this.sitting;
    notice(this);
    if (keeper.state !== 'saved' || !keeper.serial) return;
    // The link that this game came by has done its work; one that was just followed has not.
    if (this.link && location.hash === this.link) history.replaceState(null, '', location.pathname);
    memory.set('current', keeper.id);
  }

  // A game that came by the address stays in it: until it is saved, that is all there is of it, so the
  // address must not lose it for a moment either, or a reload in that moment begins another game.
  leave(id, hash = '') {
    memory.set('current', id);
    this.setUp = null;
    this.analysis.review = null;
    this.analysis.on = false;
    this.analysis.data = null;
    this.link = hash;
    if (location.hash !== hash) history.replaceState(null, '', location.pathname + hash);
  }

  async choose(word) {
    if (this.setUp) return this.setUp.touch(word);
    if (this.sitting.may() && !this.forbiddenAt(word)) this.board.pend(word, this.sitting.view.to_move);
    try {
      await this.sitting.play(word);
    } catch (why) {
      this.board.pend(null);
      this.drawBoard();
      this.refuse(word, why.message);
    }
  }

  forbiddenAt(word) {
    return this.sitting.view.notes.marks.find((mark) => mark.cell === word && mark.kind === 'forbidden');
  }

  refuse(word, reason) {
    const known = { over: t('over'), notYourTurn: t('notYourTurn'), away: t('offline') }[reason];
    const forbidden = this.forbiddenAt(word);
    this.toast(known || (forbidden ? `${word}: ${this.explain(forbidden)}` : reason));
  }

  // Somebody else takes a seat, in mid-game or before it begins.
  changeSeat(seat) {
    changeSeat(this, seat, (spec) => this.sitting.sit(seat, spec));
  }

  async go(node) {
    if (this.setUp || node === undefined) return;
    try {
      await this.sitting.show(node);
      this.sitting.step();
    } catch (why) {
      this.toast(why.message);
    }
  }

  step(by) {
    const { tree, at } = this.sitting;
    if (by < 0) return at && this.go(tree.nodes[at].up);
    return tree.nodes[at].kids.length && this.go(tree.nodes[at].kids.find((kid) => tree.path(this.sitting.live).includes(kid)) ?? tree.nodes[at].kids[0]);
  }

  async askHint() {
    const { sitting } = this;
    if (sitting.thinks() || sitting.view.result !== 'none') return;
    const at = sitting.at;
    try {
      const answer = await this.talk.ask('choose', { game: sitting.tree.question(at), player: 'tengen', table: 'hint' + sitting.table, time_ms: 1500 }, () => {}, 'chosen');
      if (sitting.at !== at) return;
      this.hint = answer.move;
      this.toast(t('hintIs', { move: this.moveWord(answer.move) }));
      this.draw();
    } catch (why) {
      this.toast(why.message);
    }
    this.analysis.ticket = null;
    this.analysis.refresh();
  }

  promote() {
    const { sitting } = this;
    sitting.at = sitting.tree.promote(sitting.at);
    sitting.live = sitting.tree.end();
    sitting.renumbered();
    sitting.save();
    this.go(sitting.at);
  }

  askPrune() {
    const { tree, at } = this.sitting;
    const moves = t('movesCount', { n: tree.below(at) });
    sure(t('deleteBranch'), t('surePrune', { move: this.moveWord(tree.nodes[at].move), moves }), () => this.prune(tree, at));
  }

  prune(tree, at) {
    const { sitting } = this;
    if (sitting.tree !== tree) return; // an engine that moved meanwhile only adds nodes
    sitting.at = at;
    sitting.quiet();
    sitting.at = sitting.tree.remove(sitting.at, sitting.at);
    sitting.live = sitting.at;
    sitting.paused = sitting.persons() < 2;
    sitting.renumbered();
    sitting.tree.head.result = undefined;
    sitting.save();
    this.go(sitting.at);
  }

  analyse() {
    this.tab = 'analysis';
    if (this.analysis.on || this.sitting.view.result === 'none') this.analysis.toggle();
    else this.draw();
  }

  askResign() {
    const { sitting } = this;
    sure(t('resign'), t('sureResign', { who: t(sitting.view.to_move === 'b' ? 'black' : 'white') }), () => sitting.resign());
  }

  beginSetUp() {
    if (this.setUp) return this.endSetUp(false);
    this.sitting.quiet();
    this.analysis.toggle(false);
    this.setUp = new SetUp(this);
    this.draw(); // at once: the buttons of the game would still be there until the server has answered
    this.setUp.look();
  }

  async endSetUp(keep) {
    const { setUp } = this;
    this.setUp = null;
    if (!keep) return this.draw();
    const { game, rule, width, height } = setUp.head;
    await this.begin({ game, rule, width, height, opening: 'free', root: setUp.root(), seats: ['human', 'human'] });
  }

  // Hovering over a candidate shows its line.
  look(cell) {
    this.hover = cell;
    const { data } = this.analysis;
    const line = data && cell && data.node === this.sitting.at ? data.lines.find((row) => row.pv[0] === cell) : null;
    this.preview(line ? line.pv : null);
  }

  preview(line) {
    if (this.line === line) return;
    this.line = line;
    this.drawBoard();
  }

  // --- words ---

  playerWord(spec) {
    const [name, rest] = spec.split(':');
    const level = /level=(\d+)/.exec(rest || '');
    if (name === 'human') return t('human');
    if (name === 'random') return t('random');
    return level ? `${name} · ${t('level', { n: level[1] })}` : spec;
  }

  // A name somebody gave, or nothing where it only says who was sitting there.
  nameOf(name) {
    return !name || name === 'human' ? '' : name;
  }

  moveWord(move) {
    return { 'swap-sides': '⇄', 'swap-pieces': '⇄', 'put-two': '+2', pass: '–', resign: '⚑' }[move] || move;
  }

  explain(mark) {
    if (mark.kind === 'forbidden') return t('forbidden', { reason: mark.reason.split('+').map((word) => t(`reason-${word}`)).join(' + ') });
    return t('threat', { who: t(mark.side === 'b' ? 'black' : 'white'), what: t(mark.kind) });
  }

  // A cell in words: what lies there, and what a stone there would make.
  describe(cell, colour) {
    if (colour !== '.') return `${cell} ${t(colour === 'b' ? 'black' : 'white')}`;
    const marks = this.sitting.view.notes.marks.filter((mark) => mark.cell === cell && mark.kind !== 'path' && mark.kind !== 'winning');
    const line = this.analysis.data && this.analysis.data.node === this.sitting.at && this.analysis.data.lines.find((row) => row.pv[0] === cell);
    const chance = line ? [`${t('winRate')} ${(line.win * 100).toFixed(0)}%`] : [];
    return [`${cell} ${t('emptyBoard')}`, ...marks.map((mark) => this.explain(mark)), ...chance].join('; ');
  }

  // The board in words, for whoever cannot see it.
  readOut() {
    const { view, tree } = this.sitting;
    const of = (colour) => [...view.cells].map((cell, index) => (cell === colour ? this.board.geometry.name(index % tree.head.width, Math.floor(index / tree.head.width)) : null)).filter(Boolean).join(' ');
    this.speak(`${$('status').textContent}. ${t('black')}: ${of('b') || '–'}. ${t('white')}: ${of('w') || '–'}.`);
  }

  show(tab) {
    this.tab = tab;
    this.drawSide();
    const first = $('panel').querySelector('button, textarea, select');
    if (first) first.focus();
  }

  announce() {
    const { plies } = this.sitting.view;
    const ply = plies[plies.length - 1];
    if (ply) this.speak(t('played', { who: t(ply.side === 'b' ? 'black' : 'white'), move: ply.move }));
  }

  speak(text) {
    $('spoken').textContent = text;
  }

  toast(text, stays) {
    const box = $('toast');
    if (text) liftToast();
    clearTimeout(this.toastTimer);
    box.textContent = text || box.textContent;
    box.classList.toggle('shown', !!text);
    if (text && !stays) this.toastTimer = setTimeout(() => box.classList.remove('shown'), 4000);
  }

  // --- drawing ---

  applySettings() {
    const theme = memory.get('theme', 'auto');
    const dark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    this.board.confirm = memory.get('confirm', 'onTouch');
    if (this.sitting.view) this.draw();
  }

  async setLanguage(language) {
    await speak(language);
    this.frame();
    this.draw();
  }

  frame() {
    const item = (id, name, word, act) => el('button', { id, class: 'plain', title: word, 'aria-label': word, onclick: act }, icon(name), el('span', {}, word));
    replace($('menu'), item('new-game', 'plus', t('newGame'), () => newGame(this)), item('library', 'book', t('library'), () => library(this)),
      item('share', 'share', t('share'), () => share(this)), item('settings', 'gear', t('settings'), () => settings(this)),
      item('help', 'help', t('keys'), () => help()));
    $('skip').textContent = t('skip');
    this.frameControls();
  }

  frameControls() {
    const { sitting } = this;
    const item = (id, name, word, act) => el('button', { id, title: word, 'aria-label': word, onclick: act }, icon(name));
    replace($('controls'),
      item('first', 'first', t('first'), () => this.go(0)), item('back', 'back', t('back'), () => this.step(-1)),
      item('next', 'next', t('next'), () => this.step(1)), item('last', 'last', t('last'), () => this.go(sitting.live)),
      el('span', { class: 'gap' }),
      item('undo', 'undo', t('undo'), () => sitting.undo()), item('redo', 'redo', t('redo'), () => sitting.redo()), item('hint', 'hint', t('hint'), () => this.askHint()),
      item('pause', 'pause', t('pause'), () => sitting.pause(!sitting.paused)), item('resign', 'flag', t('resign'), () => this.askResign()),
      el('span', { class: 'gap' }),
      item('set-up', 'pencil', t('setUp'), () => this.beginSetUp()));
  }

  drawBoard() {
    const { sitting, analysis, setUp } = this;
    const { head } = sitting.tree;
    const view = setUp ? setUp.view || sitting.view : sitting.view;
    this.board.shape(head.game, head.width, head.height);
    this.board.root.setAttribute('aria-label', t('board', { game: t(head.game), size: `${head.width}×${head.height}` }));
    const data = analysis.data && analysis.data.node === sitting.at && !setUp ? analysis.data : null;
    const last = sitting.view.plies.length ? sitting.view.plies[sitting.view.plies.length - 1].move : null;
    this.board.draw({
      view, last: setUp ? null : last, may: setUp ? true : sitting.may(), put: setUp ? setUp.put : null,
      numbers: memory.get('numbers', false) && !setUp, coordinates: memory.get('coordinates', true),
      threats: memory.get('threats', true), forbidden: memory.get('showForbidden', true),
      candidates: data ? data.lines : [], line: this.line, hint: setUp ? null : this.hint, explain: (mark) => this.explain(mark),
    });
  }

  // Once a frame at most. A beat of the search that found nothing new changes the facts alone: rows
  // that are looked at, or about to be clicked, stay where they are.
  drawThought() {
    const { data, on } = this.analysis;
    const key = data && JSON.stringify([on, this.tab, data.node, data.stored, data.lines]);
    this.thought = 0;
    if (key && key === this.thoughtDrawn && data.node === this.sitting.at) return $('facts') && replace($('facts'), facts(data));
    this.thoughtDrawn = key;
    if (this.hover) this.look(this.hover);
    this.draw();
  }

  draw() {
    const { sitting } = this;
    if (!sitting.view || !this.welcome) return;
    this.drawBoard();
    cards(this);
    status(this);
    choices(this);
    const { head } = sitting.tree;
    $('game-name').textContent = `${head.game === 'hex' ? t('hex') : t(head.rule)} ${head.width}×${head.height}`;
    controls(this);
    this.drawSide();
  }

  drawSide() {
    const tabs = this.setUp ? ['setUp'] : ['moves', 'analysis', 'report'];
    const tab = this.setUp ? 'setUp' : this.tab;
    // A panel that somebody types into is left alone.
    if (document.activeElement && /^(note|head-\w+)$/.test(document.activeElement.id) && tab === 'moves' && this.noteAt === this.sitting.at) return;
    this.noteAt = this.sitting.at;
    const held = document.activeElement && $('side').contains(document.activeElement) ? document.activeElement.id : null;
    replace($('tabs'), tabs.map((name) => el('button', { id: 'tab-' + name, role: 'tab', 'aria-selected': String(name === tab), 'aria-controls': 'panel',
      onclick: () => { this.tab = name; this.drawSide(); } }, t(name))));
    const before = place();
    const panel = this.setUp ? this.setUp.panel() : { moves: movesPanel, analysis: analysisPanel, report: reportPanel }[tab](this);
    replace($('panel'), panel);
    settle(this, before);
    if (held && $(held)) $(held).focus();
  }
}

const app = new App();
window.tengen = app; // for the curious, and for tests
app.boot();
