// SPDX-License-Identifier: MIT
// What the browser tests share: a server of their own, a page, and hands that click cells.

import { chromium } from 'playwright-core';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = process.env.TENGEN || '../../tengen';

// Starts `tengen serve` and waits for the addresses it prints; the first one is for this machine.
export async function serve(db, port = 0, more = [], stderr = 'inherit') {
  const child = spawn(program, ['serve', '--port', String(port), '--db', db, '--threads', '1', '--hash', '32M', ...more], { stdio: ['ignore', 'pipe', stderr] });
  const urls = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (bytes) => {
      text += bytes;
      if (text.endsWith('\n')) resolve(text.trim().split('\n'));
    });
    child.on('exit', (code) => reject(new Error(`tengen serve ended with ${code}`)));
  });
  const end = (signal = 'SIGTERM') => new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode) return resolve(child.exitCode);
    child.once('exit', resolve);
    child.kill(signal);
  });
  const [url] = urls;
  return { url, urls, port: Number(new URL(url).port), pid: child.pid, end, child };
}

export async function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'] });
}

export function folder() {
  const path = mkdtempSync(join(tmpdir(), 'tengen-page-'));
  return { path, db: join(path, 'games.db'), remove: () => rmSync(path, { recursive: true, force: true }) };
}

// A page with the hands of a person. Whatever it throws, or asks of another place, fails the test.
export async function visit(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en', acceptDownloads: true, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && !/WebSocket|ERR_CONNECTION/.test(message.text()) && troubles.push(message.text()));
  page.on('request', (request) => {
    const to = request.url();
    if (!to.startsWith(new URL(url).origin) && !/^(data|blob):/.test(to)) troubles.push('asked for ' + to);
  });
  await page.goto(url);
  await page.waitForSelector('body.ready');
  const where = (cell) => page.evaluate((name) => {
    const { board } = window.tengen;
    const c = board.geometry.centre(board.geometry.at(name));
    const p = new DOMPoint(c.x, c.y).matrixTransform(board.root.getScreenCTM());
    return [p.x, p.y];
  }, cell);
  return {
    page, context, troubles, where,
    async click(cell) {
      await page.mouse.click(...(await where(cell)));
    },
    async move(cell) { // and wait until the stone lies there for good
      await page.mouse.click(...(await where(cell)));
      await page.waitForSelector(`.layer-stones .stone[data-cell="${cell}"]`);
      // It is drawn at once; the server's answer makes it a move.
      await page.evaluate(() => Promise.resolve(window.tengen.sitting.moving).catch(() => {}));
    },
    begin: (choice) => page.evaluate((c) => window.tengen.begin(c), choice),
    // The new game dialog, as a person fills it in.
    async fill({ game = 'gomoku', rule, size, opening, first = 'human', second = 'human', time }) {
      await page.click('#new-game');
      await page.locator(`dialog input[name=game][value=${game}]`).check({ force: true });
      if (rule) await page.selectOption('dialog [name=rule]', rule);
      if (size) await page.selectOption('dialog [name=size]', String(size));
      if (opening) await page.selectOption('dialog [name=opening]', opening);
      await page.selectOption('dialog [name=seat0]', first);
      await page.selectOption('dialog [name=seat1]', second);
      if (time) await page.selectOption('dialog [name=time]', String(time));
      await this.another(() => page.click('#start'));
    },
    // Does what begins a game, and waits for it: one that looks the same may lie there, and clicks until the new one
    // is begun are meant for nothing.
    async another(start) {
      const before = await page.evaluateHandle(() => window.tengen.sitting.tree);
      await start();
      await page.waitForFunction((old) => window.tengen.sitting.tree !== old && !document.querySelector('dialog'), before);
    },
    status: () => page.textContent('#status'),
    cells: () => page.evaluate(() => window.tengen.sitting.view.cells),
    saved: () => page.evaluate(() => window.tengen.sitting.saving),
    async close() {
      await context.close();
    },
  };
}

// --- the smallest test runner ---

const tests = [];
export function test(name, body) {
  tests.push({ name, body });
}

export function ok(value, what) {
  if (!value) throw new Error(what);
}

export function same(got, wanted, what) {
  if (got !== wanted) throw new Error(`${what}: got ${JSON.stringify(got)}, wanted ${JSON.stringify(wanted)}`);
}

export async function run(set) {
  let failed = 0;
  const only = process.env.ONLY;
  for (const { name, body } of tests) {
    if (only && !name.includes(only)) continue;
    try {
      await body(set);
      console.log('ok ' + name);
    } catch (error) {
      failed++;
      console.log('not ok ' + name + ': ' + (error.stack || error));
    }
  }
  return failed;
}
