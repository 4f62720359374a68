// SPDX-License-Identifier: MIT
// What a running program holds, looked at again and again: resident memory and open descriptors. It
// has long warmed up in the second quarter of the samples; what the last quarter has beyond that is kept for nothing.

import { readFileSync, readdirSync } from 'node:fs';

const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

export class Resident {
  constructor(pid) {
    this.pid = pid;
    this.samples = [];
  }

  sample() {
    const kb = Number(/^VmRSS:\s*(\d+) kB/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))[1]);
    this.samples.push({ kb, files: readdirSync(`/proc/${this.pid}/fd`).length });
  }

  // Medians: one sample may fall on a moment when much is under way.
  quarter(number, what) {
    const each = this.samples.length / 4;
    return median(this.samples.slice(Math.floor(number * each), Math.floor((number + 1) * each)).map((sample) => sample[what]));
  }

  // Sentences about what grew by more than is allowed, [] when nothing did.
  troubles(allowedKb, allowedFiles) {
    if (this.samples.length < 40) return [`only ${this.samples.length} samples of memory`];
    const found = [];
    if (this.quarter(3, 'kb') > this.quarter(1, 'kb') + allowedKb) found.push(`memory grew by more than ${allowedKb} kB`);
    if (this.quarter(3, 'files') > this.quarter(1, 'files') + allowedFiles) found.push(`descriptors grew by more than ${allowedFiles}`);
    return found;
  }

  toString() {
    if (this.samples.length < 4) return 'no samples';
    return `memory ${this.quarter(1, 'kb')} to ${this.quarter(3, 'kb')} kB, descriptors ${this.quarter(1, 'files')} to ${this.quarter(3, 'files')}`;
  }
}
