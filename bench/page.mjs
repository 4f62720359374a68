// SPDX-License-Identifier: MIT
// What the page costs: how long the server takes to hand it all out, when the browser has painted
// something, what it weighs, and how long a stone takes from click to board while the engine
// thinks. Medians.
//
//     make bench-page
import http from 'node:http';
import { serve, launch, folder, visit } from '../tests/page/browser.mjs';

const LOADS = 21;
const PAINTS = 11;
const CLICKS = 20;

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const say = (what, value, unit, aim) => console.log(`${what.padEnd(52)} ${String(value).padStart(8)} ${unit.padEnd(3)} aim: under ${aim}`);

function get(agent, url, headers = {}) {
  return new Promise((resolve, reject) => {
    http.get(url, { agent, headers }, (answer) => {
      let bytes = 0;
      answer.on('data', (part) => { bytes += part.length; });
      answer.on('end', () => (answer.statusCode === 200 ? resolve(bytes) : reject(new Error(`${url}: ${answer.statusCode}`))));
    }).on('error', reject);
  });
}

// Every file the browser asks for when it has nothing yet.
async function filesOf(browser, url) {
  const context = await browser.newContext({ locale: 'en' });
  const page = await context.newPage();
  const asked = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(url);
  await page.waitForSelector('body.ready');
  await context.close();
  return [...new Set(asked)].filter((one) => one.startsWith(url));
}

// How long all of it takes and weighs, asked for as a browser does or as it is.
async function load(files, headers = { 'Accept-Encoding': 'gzip' }) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 6 }); // as many as a browser opens
  const began = performance.now();
  const [first, ...rest] = files;
  let bytes = await get(agent, first, headers);
  for (const size of await Promise.all(rest.map((file) => get(agent, file, headers)))) bytes += size;
  const took = performance.now() - began;
  agent.destroy();
  return { took, bytes };
}

async function paint(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: 'en' });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector('body.ready');
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    ready: performance.now(),
  }));
  await context.close();
  return times;
}

// From the click, as the browser dates it, to the frame in which the stone is drawn.
async function click(hands, cell) {
  await hands.page.evaluate((name) => {
    window.stoneAfter = new Promise((resolve) => {
      let clicked = 0;
      addEventListener('click', (event) => { clicked = event.timeStamp; }, { once: true, capture: true });
      new MutationObserver((list, observer) => {
        if (!document.querySelector(`.layer-stones .stone[data-cell="${name}"]`)) return;
        observer.disconnect();
        requestAnimationFrame(() => resolve(performance.now() - clicked));
      }).observe(document.querySelector('#board'), { subtree: true, childList: true });
    });
  }, cell);
  await hands.click(cell);
  return hands.page.evaluate(() => window.stoneAfter);
}

const store = folder();
const server = await serve(store.db);
const browser = await launch();
const files = await filesOf(browser, server.url);
const loads = [];
for (let i = 0; i < LOADS; i++) loads.push(await load(files));
say(`the server hands out all ${files.length} files`, median(loads.map((one) => one.took)).toFixed(1), 'ms', '50 ms');
const paints = [];
for (let i = 0; i < PAINTS; i++) paints.push(await paint(browser, server.url));
say('first paint in the browser', median(paints.map((one) => one.paint)).toFixed(0), 'ms', '300 ms');
console.log(`${'ready to play'.padEnd(52)} ${median(paints.map((one) => one.ready)).toFixed(0).padStart(8)} ms`);
say('weight of the page, nothing compressed', ((await load(files, {})).bytes / 1000).toFixed(0), 'kB', '300 kB');
say('weight of the page, as it is sent', (loads[0].bytes / 1000).toFixed(0), 'kB', '100 kB');

const hands = await visit(browser, server.url);
await hands.begin({ game: 'gomoku', rule: 'freestyle', width: 15, height: 15, opening: 'free', seats: ['human', 'human'] });
await hands.page.click('#tab-analysis');
await hands.page.click('#analyse');
const times = [];
for (let i = 0; i < CLICKS; i++) {
  await hands.page.waitForFunction(() => document.querySelectorAll('.candidate').length > 0);
  // Far from each other: nobody wins meanwhile.
  times.push(await click(hands, 'aceg'[i % 4] + (1 + 3 * Math.floor(i / 4) + (i % 2))));
}
say('click to stone while the engine thinks', median(times).toFixed(0), 'ms', '25 ms');
await hands.close();
await browser.close();
await server.end();
store.remove();
