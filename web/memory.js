// SPDX-License-Identifier: MIT
// What this browser remembers: looks and last choices. Games are the server's.

export const memory = {
  get(key, otherwise) {
    try {
      return JSON.parse(localStorage.getItem('tengen-' + key)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      localStorage.setItem('tengen-' + key, JSON.stringify(value));
    } catch {
      // a private window
    }
  },
};
