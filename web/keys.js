// SPDX-License-Identifier: MIT
// Keys that work everywhere but in fields and dialogs. The arrows on the board itself are the
// board's.

const table = {
  ArrowLeft: (app) => app.step(-1), ArrowRight: (app) => app.step(1), Home: (app) => app.go(0), End: (app) => app.go(app.sitting.live),
  u: (app) => app.sitting.undo(), h: (app) => app.askHint(), a: (app) => { app.tab = 'analysis'; app.analysis.toggle(); },
  n: (app) => document.getElementById('new-game').click(), l: (app) => document.getElementById('library').click(),
  b: (app) => app.board.root.focus(), p: (app) => app.sitting.pause(!app.sitting.paused),
};

export function keys(app, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  const act = table[event.key];
  if (!act || !app.sitting.view) return;
  event.preventDefault();
  act(app);
}
