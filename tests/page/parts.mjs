// SPDX-License-Identifier: MIT
// Parts of the page that need no browser: what a move is called by what it cost.

import { readFileSync } from 'node:fs';
import { test, same, run } from './browser.mjs';

// The page's modules have no package.json of their own, so they are read as text.
const load = (name) => import('data:text/javascript,' + encodeURIComponent(readFileSync(new URL('../../web/' + name, import.meta.url), 'utf8')));
const { grade } = await load('analysis.js');

test('a move is graded by what it gave away', async () => {
  const allowed = { kind: 'allowed', plies: 9 }, missed = { kind: 'missed', plies: 9 };
  for (const [win, drop, why, wanted] of [
    [0.6, 0.02, null, null], [0.6, 0.08, null, 'slip'], [0.6, 0.2, null, 'mistake'], [0.6, 0.4, null, 'blunder'],
    [0.4, 0.1, allowed, 'blunder'], [0.9, 0.1, missed, 'mistake'], [0.9, 0.1, { kind: 'allowed', plies: 0 }, 'slip'],
    // Lost anyway, whether that was proven or not: nothing is left to blunder away.
    [0.19, 0.19, allowed, 'mistake'], [0.1, 0.1, allowed, 'slip'], [0, 0, allowed, null],
  ]) same(grade({ drop, why, line: { win, proven: null } }), wanted, `${drop} of ${win}, ${why && why.kind}`);
});

process.exit(await run({}));
