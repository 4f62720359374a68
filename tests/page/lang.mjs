// SPDX-License-Identifier: MIT
// Every language says everything English says, with the same blanks to fill in, and nothing else.

import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../web/lang/', import.meta.url);
// The page's modules have no package.json of their own, so they are read as text.
const load = async (name) => (await import('data:text/javascript,' + encodeURIComponent(readFileSync(new URL(name, folder), 'utf8')))).default;
const blanks = (text) => (text.match(/\{\w+\}/g) || []).sort().join();

const en = await load('en.js');
const words = readFileSync(new URL('../words.js', folder), 'utf8');
const offered = [.../languages = \{(.*)\}/.exec(words)[1].matchAll(/(\w\w):/g)].map((match) => match[1]);
let failed = 0;
for (const name of offered) {
  const problems = [];
  let table = {};
  try {
    table = await load(name + '.js');
  } catch (error) {
    problems.push(String(error));
  }
  for (const key of Object.keys(en)) {
    if (!table[key]) problems.push('lacks ' + key);
    else if (blanks(table[key]) !== blanks(en[key])) problems.push('blanks of ' + key);
  }
  for (const key of Object.keys(table)) if (!(key in en)) problems.push('knows an unknown ' + key);
  if (problems.length) failed++;
  console.log(problems.length ? `not ok language ${name}: ${problems.join(', ')}` : `ok language ${name}`);
}
for (const file of readdirSync(folder)) if (!offered.includes(file.slice(0, 2))) { failed++; console.log('not ok language ' + file + ' is not offered'); }

// What the page asks for by name is there.
for (const file of readdirSync(new URL('..', folder)).filter((name) => name.endsWith('.js')))
  for (const [, key] of readFileSync(new URL('../' + file, folder), 'utf8').matchAll(/\bt\('([\w-]+)'/g))
    if (!(key in en)) { failed++; console.log(`not ok ${file} says '${key}', which no language knows`); }
process.exit(failed ? 1 : 0);
