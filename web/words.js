// SPDX-License-Identifier: MIT
// Words in the person's language: one table a language in lang/, keys as in lang/en.js. A word that is
// missing is English; tests/page/lang.mjs sees to it that none is.

import en from './lang/en.js';

export const languages = { en: 'English', zh: '中文', ja: '日本語', ko: '한국어', cs: 'Čeština', vi: 'Tiếng Việt', ru: 'Русский', de: 'Deutsch' };

let table = en;

export function guess() {
  for (const wish of navigator.languages || []) {
    const short = wish.slice(0, 2).toLowerCase();
    if (languages[short]) return short;
  }
  return 'en';
}

export async function speak(language) {
  table = en;
  document.documentElement.lang = 'en';
  if (language === 'en' || !languages[language]) return;
  try {
    table = (await import(`./lang/${language}.js`)).default;
    document.documentElement.lang = language;
  } catch {
    // a table that did not arrive: English
  }
}

// t('wins', {who: 'Black'})
export function t(key, values) {
  const text = table[key] ?? en[key] ?? key;
  return values ? text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole) : text;
}

// A refusal of the server: by its code where that has a word, else as the server says it. A sentence
// within it is one of its own, and renju's reasons are words of ours.
export function refused({ reason, code, values = {} }) {
  if (!en['no-' + code]) return reason;
  const words = { ...values };
  if (values.why) words.why = refused(values.why);
  if (values.reasons) words.reasons = values.reasons.split('+').map((name) => t('reason-' + name)).join(', ');
  return t('no-' + code, words);
}

// What a player is like: players of this program have a word in every language.
export function about({ spec, summary }) {
  return en['about-' + spec] ? t('about-' + spec) : summary;
}
