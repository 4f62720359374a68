// SPDX-License-Identifier: MIT
// Games in and out: files, paste, drop; records, pictures, a film, a link.

import { el, download } from './dom.js';
import { t } from './words.js';
import { dialog } from './dialogs.js';
import { Keeper } from './keeper.js';
import { film, pictureSvg, picturePng } from './picture.js';

export function share(app) {
  dialog(t('share'), (close) => {
    const text = el('textarea', { id: 'import-text', rows: 4, 'aria-label': t('paste'), placeholder: t('paste') });
    const file = el('input', { type: 'file', id: 'import-file', 'aria-label': t('dropHere'), accept: '.sgf,.hsgf,.psq,.txt,.hexworld', onchange: async () => {
      if (file.files[0] && (await take(app, await textOf(file.files[0]), file.files[0].name))) close();
    } });
    const records = [['sgf', 'SGF'], ['psq', 'PSQ'], ['txt', t('moveList')], ['hexworld', 'HexWorld']];
    const isHex = app.sitting.tree.head.game === 'hex';
    return [
      el('h3', {}, t('import')), text,
      el('div', { class: 'spread' }, file, el('button', { id: 'import', class: 'primary', onclick: async () => (await take(app, text.value)) && close() }, t('import'))),
      el('h3', {}, t('export')),
      el('div', { class: 'row' }, records.map(([format, word]) =>
        el('button', { id: 'export-' + format, disabled: isHex ? format === 'psq' : format === 'hexworld', onclick: () => give(app, format) }, word))),
      el('div', { class: 'row' },
        el('button', { id: 'export-png', onclick: async () => download('tengen.png', await picturePng(app)) }, 'PNG'),
        el('button', { id: 'export-svg', onclick: () => download('tengen.svg', pictureSvg(app), 'image/svg+xml') }, 'SVG'),
        el('button', { id: 'export-gif', onclick: async () => download('tengen.gif', await film(app)) }, t('animation') + ' (GIF)'),
        el('button', { id: 'copy-link', onclick: async () => {
          const link = location.origin + '/' + linkOf(app.sitting);
          try {
            await navigator.clipboard.writeText(link);
            app.toast(t('copied'));
          } catch {
            app.toast(link);
          }
        } }, t('copyLink'))),
    ];
  });
}

// A file's text in its charset: UTF-8 where it is that, else the one an SGF names (CA), else Latin-1. Only a few
// characters of two bytes each may be UTF-8 by coincidence, and then the name counts.
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const named = /(?:^|[^A-Z])CA\[\s*([^\]\s]+)/.exec(new TextDecoder('latin1').decode(bytes));
  const tries = [['utf-8', true], ['windows-1252', false]];
  if (named) tries.splice(bytes.some((byte) => byte >= 0xe0) ? 1 : 0, 0, [named[1], true]);
  for (const [charset, fatal] of tries) {
    try {
      return new TextDecoder(charset, { fatal }).decode(bytes);
    } catch { /* not in it, or not known */ }
  }
}

export async function take(app, text, name) {
  if (!text.trim()) return app.toast(t('nothingToImport'));
  const { game, rule, width, height } = app.sitting.tree.head;
  try {
    const { documents } = await app.talk.ask('import', { text, name, game, rule, width, height });
    // The first one is shown, all of them are kept.
    if (!(await app.open(documents[0], 0))) return false;
    const keepers = documents.slice(1).map((document) => ({ document, keeper: new Keeper(app.talk, () => {}) }));
    await app.sitting.save();
    for (const { document, keeper } of keepers) {
      await keeper.save(() => document);
      if (keeper.trouble) throw new Error(keeper.trouble);
    }
    if (documents.length > 1) app.toast(t('importedMany', { n: documents.length }));
    return true;
  } catch (why) {
    app.toast(why.message);
    return false;
  }
}

async function give(app, format) {
  try {
    const { text } = await app.talk.ask('export', { document: app.sitting.tree.document(), format, node: app.sitting.at });
    download('tengen.' + (format === 'hexworld' ? 'hexworld' : format), text, 'text/plain');
  } catch (why) {
    app.toast(why.message);
  }
}

// --- the position in an address: #gomoku,renju,15x15,free/B:h8;W:;w/i9,g7 ---

export function linkOf(sitting) {
  const q = sitting.tree.question(sitting.at);
  const setUp = q.black ? `${q.black.join('.')};${q.white.join('.')};${q.to_move || ''}` : '';
  return `#${[q.game, q.rule, q.width + 'x' + q.height, q.opening || 'free'].join(',')}/${setUp}/${q.moves.join('.')}`;
}

// A document; null when the address holds none, undefined when it holds something else.
export function documentOf(hash) {
  let match = null;
  try {
    match = /^#(\w+),([\w-]+),(\d+)x(\d+),([\w-]+)\/([^/]*)\/([^/]*)$/.exec(decodeURIComponent(hash));
  } catch {
    // half a letter
  }
  if (!match) return /^(#\w*)?$/.test(hash) ? null : undefined;
  const [, game, rule, width, height, opening, setUp, moves] = match;
  const root = {};
  if (setUp) {
    const [black, white, side] = setUp.split(';');
    Object.assign(root, { black: black ? black.split('.') : [], white: white ? white.split('.') : [], to_move: side || undefined });
  }
  let side = root.to_move || 'b';
  const nodes = [root];
  for (const move of moves ? moves.split('.') : []) {
    nodes.push({ up: nodes.length - 1, move, side });
    if (move !== 'swap-sides' && move !== 'put-two') side = side === 'b' ? 'w' : 'b';
  }
  return { game, rule, width: +width, height: +height, opening, nodes };
}
