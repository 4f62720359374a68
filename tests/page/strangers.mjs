// SPDX-License-Identifier: MIT
// Strangers are kept out, bad manners are borne: foreign Host and Origin, other paths, floods of
// nonsense, many sockets. Raw sockets, no browser.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import net from 'node:net';
import { networkInterfaces } from 'node:os';
import { gunzipSync } from 'node:zlib';
import { randomBytes, randomInt } from 'node:crypto';
import { serve, folder, test, run, ok, same } from './browser.mjs';
import { Socket, upgrade } from './socket.mjs';

// One HTTP exchange; returns status and headers as text.
function http(port, path, headers = {}, method = 'GET') {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    const lines = Object.entries({ Host: `127.0.0.1:${port}`, Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    socket.setTimeout(3000, () => { socket.destroy(); resolve({ status: 0, text }); });
    socket.on('data', (bytes) => {
      text += bytes;
      if (/^HTTP\/1.1 101/.test(text)) socket.destroy();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]) || 0, text }));
  });
}

// A file with its headers, as bytes.
function fetched(port, path, headers = {}) {
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers, agent: false }, (answer) => {
      const parts = [];
      answer.on('data', (part) => parts.push(part));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes: Buffer.concat(parts) }));
    }).on('error', reject);
  });
}

// Whether a connection to this address is refused, as it must be where nothing listens.
function refused(port, address) {
  return new Promise((resolve) => {
    const socket = net.connect(port, address);
    socket.on('connect', () => { socket.destroy(); resolve(false); });
    socket.on('error', () => resolve(true));
  });
}

// The addresses that listen on a port, in the kernel's own hexadecimal.
function listeners(port) {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return ['/proc/net/tcp', '/proc/net/tcp6'].filter(existsSync).flatMap((table) =>
    readFileSync(table, 'utf8').split('\n').map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => state === '0A' && local.endsWith(':' + hex))
      .map(([, local]) => local.split(':')[0]));
}

const LOOPBACK = '0100007F';

test('it listens to this machine only', async ({ port, files }) => {
  ok(await refused(port, '127.0.0.2'), '127.0.0.2');
  ok(await refused(port, '::1'), '::1');
  for (const { address, internal, scopeid } of Object.values(networkInterfaces()).flat())
    if (!internal && !scopeid) ok(await refused(port, address), address);
  same(listeners(port).join(), LOOPBACK, 'what listens');
  const named = await serve(files.db, 0, ['--listen', 'localhost']);
  same(new URL(named.url).hostname, '127.0.0.1', 'localhost');
  same(listeners(named.port).join(), LOOPBACK, 'what listens as localhost');
  same(await named.end(), 0, 'exit code');
});

test('what cannot be listened to is told with its reason', async ({ port }) => {
  const reason = (...more) => {
    const { status, stdout, stderr } = spawnSync(process.env.TENGEN || '../../tengen', ['serve', '--db', 'none', ...more], { timeout: 5000, encoding: 'utf8' });
    same(status, 3, more.join(' '));
    same(stdout, '', 'no address for ' + more.join(' '));
    same(stderr.split('\n').length, 2, 'one sentence: ' + stderr);
    return stderr;
  };
  ok(/is in use; is another tengen running there\?/.test(reason('--port', String(port))), 'a port in use');
  // An address for examples (RFC 5737), nobody's.
  ok(/: 203\.0\.113\.77 is no address of this machine$/m.test(reason('--port', '0', '--listen', '203.0.113.77')), "another machine's");
  ok(/takes an address in numbers.*'nosuchname'/.test(reason('--port', '0', '--listen', 'nosuchname')), 'a name');
  if (process.getuid() !== 0) ok(/may not be opened by this user: Permission denied/.test(reason('--port', '1')), 'a port for others');
});

test('bound to all addresses, it prints those that a phone can open', async ({ files }) => {
  const own = await serve(files.db, 0, ['--listen', '0.0.0.0']);
  const others = Object.values(networkInterfaces()).flat().filter((row) => row.family === 'IPv4' && !row.internal).map((row) => row.address);
  same(own.urls.map((url) => new URL(url).hostname).sort().join(), ['127.0.0.1', ...others].sort().join(), 'the addresses');
  same(new URL(own.urls[0]).hostname, '127.0.0.1', 'the first one');
  same(new Set(own.urls.map((url) => new URL(url).search + new URL(url).port)).size, 1, 'one token, one port');
  ok(new URL(own.url).searchParams.get('token'), 'the token');
  same(await own.end(), 0, 'exit code');
});

test('a foreign Host, Origin or path is refused', async ({ port }) => {
  same((await http(port, '/')).status, 200, 'the page');
  same((await http(port, '/', { Host: 'evil.example' })).status, 403, 'a foreign host');
  same((await http(port, '/', { Host: `evil.example:${port}` })).status, 403, 'a foreign host with our port');
  same((await http(port, '/', { Origin: 'http://evil.example' })).status, 403, 'a foreign origin');
  same((await http(port, '/', {}, 'POST')).status, 405, 'POST');
  same((await http(port, '/', { Cookie: 'other=' + 'x'.repeat(5000) })).status, 200, "a neighbour's long cookie");
  for (const path of ['/../etc/passwd', '/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/.git/config', '/web/app.js', '//etc/passwd', '/app.js/'])
    ok((await http(port, path)).status !== 200, path);
});

test('the log says what happened, without the token', async ({ files }) => {
  const log = files.path + '/serve.log';
  const own = await serve(files.db, 0, ['--listen', '0.0.0.0', '--log', log]);
  const token = new URL(own.url).searchParams.get('token');
  await http(own.port, '/?token=' + token);
  await http(own.port, '/?token=' + token.replace(/./g, '0'));
  await http(own.port, '/', { Host: 'evil.example' });
  const socket = await Socket.open(own.port, { Cookie: 'tengen=' + token });
  await socket.ask({ type: 'look', ask: 1, game: { game: 'hex' }, seats: ['random', 'human'] });
  await socket.ask({ type: 'games', ask: 2 });
  await socket.ask({ type: 'look', ask: 3, game: { game: 'chess' } });
  ok(await socket.hear((row) => row.type === 'chosen'), 'the engine has moved');
  await socket.ask({ type: 'analyse', ask: 4, game: { game: 'hex' } });
  socket.end();
  const leaves = await Socket.open(own.port, { Cookie: 'tengen=' + token });
  await leaves.ask({ type: 'rest', ask: 1 });
  leaves.end();
  same(await own.end(), 0, 'exit code');
  const text = readFileSync(log, 'utf8');
  for (const line of [/ listens on 0\.0\.0\.0, port \d+$/m, / is refused, 403: /, / is refused, 401: /, / page 1 comes, \S+$/m, / page 1 look [\d.]+ ms$/m, / page 1 engine starts$/m,
    / page 1 engine ends after [\d.]+ ms$/m, / page 1 engine is left after [\d.]+ ms$/m, / page 1 games [\d.]+ ms$/m, / page 1 look [\d.]+ ms, refused: .*chess/, / page 1 goes, 127\.0\.0\.1$/m, / tengen ends$/m])
    ok(line.test(text), `the log lacks ${line}:\n${text}`);
  ok(text.split('\n').every((line) => !line || /^\d{4}-\d\d-\d\dT[\d:.]{12}Z /.test(line)), 'every line is dated: ' + text);
  ok(!text.includes(token), 'no token in the log');
});

test('a log that cannot be written is said once, and pages are answered', async ({ files }) => {
  const own = await serve(files.db, 0, ['--log', '/dev/full'], 'pipe');
  let said = '';
  own.child.stderr.on('data', (bytes) => { said += bytes; });
  same((await http(own.port, '/', { Host: 'evil.example' })).status, 403, 'a refusal');
  same((await http(own.port, '/')).status, 200, 'the page');
  const socket = await Socket.open(own.port);
  same((await socket.ask({ type: 'look', ask: 1, game: { game: 'hex' } })).type, 'view', 'an answer');
  socket.end();
  same(await own.end(), 0, 'exit code');
  same(said.split('\n').length, 2, 'one sentence: ' + said);
  ok(/cannot write the log: No space left/.test(said), said);
});

test('a library can be one to look at', async ({ port, files }) => {
  const document = { game: 'hex', rule: 'hex', width: 5, height: 5, nodes: [{}, { up: 0, move: 'b2' }] };
  const writer = await Socket.open(port);
  const { id } = await writer.ask({ type: 'save', ask: 1, id: 0, document });
  const own = await serve(files.db, 0, ['--read-only']);
  const socket = await Socket.open(own.port);
  same((await socket.ask({ type: 'hello', ask: 1 })).keeps, false, 'nothing is kept');
  same((await socket.ask({ type: 'open', ask: 2, id })).type, 'opened', 'a game is opened');
  ok((await socket.ask({ type: 'games', ask: 3 })).total >= 1, 'games are listed');
  for (const question of [{ type: 'save', id: 0, document }, { type: 'save', id, document }, { type: 'delete', id }, { type: 'set', key: 'a', value: 1 }])
    ok(/keeps no games: its library is read only/.test((await socket.ask({ ...question, ask: 4 })).reason), 'refused: ' + question.type);
  same((await socket.ask({ type: 'analyse', ask: 5, time_ms: 400, game: { game: 'hex', width: 5, height: 5 } })).type, 'analysis', 'an analysis');
  same((await socket.ask({ type: 'export', ask: 6, format: 'sgf', document })).type, 'exported', 'an export');
  socket.end();
  same(await own.end(), 0, 'exit code');
  same((await writer.ask({ type: 'delete', ask: 2, id })).type, 'deleted', 'the game was there');
  writer.end();
});

test('a cross-site WebSocket is refused', async ({ port }) => {
  same((await http(port, '/talk', upgrade(port))).status, 101, 'our own');
  same((await http(port, '/talk', upgrade(port, { Origin: 'http://evil.example' }))).status, 403, 'a foreign origin');
  same((await http(port, '/talk', upgrade(port, { Origin: 'null' }))).status, 403, 'origin null');
  same((await http(port, '/talk', upgrade(port, { Origin: `https://127.0.0.1:${port}` }))).status, 403, 'another scheme');
  same((await http(port, '/talk', upgrade(port, { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` }))).status, 403, 'a name made to point here');
  const silent = upgrade(port);
  delete silent.Origin;
  same((await http(port, '/talk', silent)).status, 403, 'no origin');
  same((await http(port, '/', upgrade(port))).status, 404, 'another path');
});

test('beyond loopback a token is required', async ({ files }) => {
  const open = await serve(files.db, 0, ['--listen', '0.0.0.0']);
  const token = new URL(open.url).searchParams.get('token');
  same(token.length, 32, 'the token');
  same((await http(open.port, '/')).status, 401, 'without');
  same((await http(open.port, '/?token=' + '0'.repeat(32))).status, 401, 'a wrong one');
  const admitted = await http(open.port, '/?token=' + token);
  same(admitted.status, 303, 'the right one');
  ok(/set-cookie: tengen=.*HttpOnly.*SameSite=Strict/i.test(admitted.text), 'a cookie');
  for (const query of [`a=b&token=${token}`, `token=${token}&a=b`, `a=b&&c&token=${token}&d=${'e'.repeat(400)}`, `token=no&token=${token}`])
    same((await http(open.port, '/?' + query)).status, 303, query);
  for (const query of [`atoken=${token}`, `a=b&token=${token.slice(1)}`, `a=token&b=${token}`])
    same((await http(open.port, '/?' + query)).status, 401, query);
  same((await http(open.port, '/', { Cookie: 'a=b; tengen=' + token })).status, 200, 'with the cookie');
  same((await http(open.port, '/', { Cookie: `other=${'x'.repeat(5000)}; tengen=${token}` })).status, 200, "with a neighbour's long cookie before it");
  same((await http(open.port, '/talk', upgrade(open.port))).status, 401, 'a socket without');
  same((await http(open.port, '/talk', upgrade(open.port, { Cookie: 'tengen=' + token }))).status, 101, 'a socket with it');
  same(await open.end(), 0, 'exit code');
});

test('behind a proxy with https the page is known by that name', async ({ files }) => {
  const own = await serve(files.db, 0, ['--origin', 'https://games.example']);
  const { port } = own;
  const Host = 'games.example';
  const Origin = 'https://games.example';
  same(own.urls.length, 2, 'an address here, and one for others');
  const outside = new URL(own.urls[1]);
  same(outside.origin, Origin, 'the one for others');
  const token = outside.searchParams.get('token');
  const Cookie = 'tengen=' + token;
  same((await http(port, '/', { Host })).status, 401, 'without the token');
  const admitted = await http(port, '/?token=' + token, { Host });
  same(admitted.status, 303, 'with it');
  ok(/set-cookie: .*; Secure/i.test(admitted.text), 'a cookie for https only: ' + admitted.text);
  ok(!/; Secure/.test((await http(port, '/?token=' + token)).text), 'but not here, without https');
  same((await http(port, '/', { Host, Cookie })).status, 200, 'the page');
  same((await http(port, '/talk', upgrade(port, { Host, Origin, Cookie }))).status, 101, 'its socket');
  same((await http(port, '/talk', upgrade(port, { Origin, Cookie }))).status, 101, 'its socket through a proxy that names us as Host');
  same((await http(port, '/talk', upgrade(port, { Cookie }))).status, 101, 'the page on this machine');
  same((await http(port, '/talk', upgrade(port, { Host, Origin }))).status, 401, 'a socket without the cookie');
  same((await http(port, '/talk', upgrade(port, { Host, Origin: 'http://games.example', Cookie }))).status, 403, 'the same without https');
  same((await http(port, '/talk', upgrade(port, { Host, Origin: 'https://evil.example', Cookie }))).status, 403, 'a foreign origin');
  same((await http(port, '/', { Host: 'evil.example', Cookie })).status, 403, 'a foreign host');
  same(await own.end(), 0, 'exit code');
});

test('files are sent compressed to whoever takes that', async ({ port }) => {
  const page = (await fetched(port, '/')).bytes.toString();
  const paths = ['/', ...[...page.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, path]) => '/' + path)];
  let plainly = 0;
  let packedly = 0;
  for (const path of new Set(paths)) {
    const plain = await fetched(port, path);
    const packed = await fetched(port, path, { 'Accept-Encoding': 'gzip, deflate, br' });
    same(plain.headers['content-encoding'], undefined, path + ' as it is');
    same(packed.headers['content-encoding'], 'gzip', path + ' packed');
    ok(gunzipSync(packed.bytes).equals(plain.bytes), path + ' is the same');
    same(Number(packed.headers['content-length']), packed.bytes.length, path + "'s length");
    same(packed.headers['content-type'], plain.headers['content-type'], path + "'s kind");
    same(packed.headers.vary, 'accept-encoding', path + ' tells caches');
    ok(packed.headers.etag !== plain.headers.etag, path + ' has a tag of its own');
    for (const known of [packed.headers.etag, `W/${packed.headers.etag}`, `"other", ${packed.headers.etag}`])
      same((await fetched(port, path, { 'Accept-Encoding': 'gzip', 'If-None-Match': known })).status, 304, `${path} as ${known}`);
    same((await fetched(port, path, { 'If-None-Match': plain.headers.etag })).status, 304, path + ' as it is, known');
    same((await fetched(port, path, { 'If-None-Match': packed.headers.etag })).status, 200, path + ' as it is, known packed');
    plainly += plain.bytes.length;
    packedly += packed.bytes.length;
  }
  ok(paths.length > 20 && packedly < plainly / 2, `${paths.length} files, ${plainly} bytes, packed ${packedly}`);
});

test('a page cannot start programs or read files', async ({ port }) => {
  const socket = await Socket.open(port);
  const game = { game: 'gomoku' };
  for (const player of ['cmd:/bin/sh -c id', 'htp:/bin/true', 'tengen:weights=/etc/passwd', 'tengen:threads=200', 'tengen:hash=100G', 'human', 'nobody'])
    same((await socket.ask({ type: 'choose', ask: 1, game, player })).type, 'refused', player);
  socket.end();
});

test('20 idle sockets and one analysing: pages still load', async ({ port }) => {
  const idle = await Promise.all(Array.from({ length: 20 }, () => Socket.open(port)));
  const busy = await Socket.open(port);
  await busy.ask({ type: 'analyse', ask: 1, game: { game: 'gomoku', moves: ['h8', 'i9'] }, lines: 3 });
  const began = Date.now();
  for (let i = 0; i < 10; i++) same((await http(port, '/app.js')).status, 200, 'a file');
  ok(Date.now() - began < 2000, 'in time');
  for (const socket of idle) same((await socket.ask({ type: 'hello', ask: 2 })).type, 'welcome', 'an idle one');
  [...idle, busy].forEach((socket) => socket.end());
});

test('300 connections that are held shut nobody out', async ({ port }) => {
  const files = ['/', '/app.js', '/style.css'];
  const hold = (first) => Promise.all(Array.from({ length: 300 }, () => new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => { if (first) socket.write(first); resolve(socket); });
    socket.on('error', () => resolve(socket));
    socket.on('data', () => {});
  })));
  const old = await Socket.open(port);
  // Silent ones, some that never end their request, and some that had an answer and stay.
  for (const first of ['', 'GET / HTTP/1.1\r\nX: ', `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`]) {
    const held = await hold(first);
    const began = Date.now();
    for (const path of files) same((await http(port, path)).status, 200, path);
    const socket = await Socket.open(port);
    same((await socket.ask({ type: 'look', ask: 1, game: { game: 'hex' } })).type, 'view', 'a new page');
    ok(Date.now() - began < 1000, `the page loads within a second, not ${Date.now() - began} ms, beside ${JSON.stringify(first)}`);
    same((await old.ask({ type: 'hello', ask: 2 })).type, 'welcome', 'a page that was there');
    socket.end();
    held.forEach((one) => one.destroy());
  }
  old.end();
});

// Those of the test before are gone, however slow the machine is.
async function calm(port) {
  const one = await Socket.open(port);
  for (let tries = 0; tries < 100 && (await one.ask({ type: 'rest', ask: 1 })).thinking; tries++) await new Promise((done) => setTimeout(done, 50));
  one.end();
}

test('beyond a bound there is a clear refusal', async ({ port }) => {
  const sockets = [];
  let refusal = '';
  await calm(port);
  for (let i = 0; i < 70 && !refusal; i++)
    await Socket.open(port).then((socket) => sockets.push(socket), (error) => { refusal = error.message; });
  ok(/503/.test(refusal), 'the 65th socket: ' + refusal);
  let answers = 0;
  for (const socket of sockets.slice(0, 5)) {
    const answer = await socket.ask({ type: 'analyse', ask: 3, game: { game: 'gomoku' } }, 3000);
    if (answer && answer.type === 'refused' && /thinking for 4 other/.test(answer.reason)) answers++;
  }
  same(answers, 1, 'the fifth analysis is refused');
  const big = sockets[10];
  big.send('"' + 'x'.repeat(1 << 21) + '"');
  await big.ask({ type: 'hello', ask: 4 });
  ok(big.messages.some((row) => row.type === 'refused' && /1 MB/.test(row.reason)), 'a long message');
  const fast = sockets[11];
  // Small ones: what is counted is how many, and a slow machine must not make a trickle of them.
  for (let i = 0; i < 2000; i++) fast.send('{}');
  const flooded = () => fast.messages.some((row) => row.type === 'refused' && /too many/.test(row.reason));
  for (let tries = 0; tries < 100 && !flooded(); tries++) await new Promise((done) => setTimeout(done, 50));
  ok(flooded(), 'a flood');
  sockets.forEach((socket) => socket.end());
});

// What is nearly right goes deepest.
function nonsense(i) {
  const good = [
    { type: 'look', ask: i, game: { game: 'gomoku', rule: 'renju', width: 15, height: 15, moves: ['h8', 'i9', 'g7'] } },
    { type: 'save', ask: i, id: 0, document: { game: 'hex', rule: 'hex', width: 5, height: 5, nodes: [{}, { up: 0, move: 'a1', side: 'b' }] } },
    { type: 'analyse', ask: i, game: { game: 'hex', moves: ['a1'] }, lines: 3, time_ms: 5 },
    { type: 'choose', ask: i, player: 'random', game: { game: 'gomoku', opening: 'swap2', moves: ['h8'] } },
    { type: 'import', ask: i, text: '(;GM[4]SZ[15];B[hh];W[ii])' },
    { type: 'export', ask: i, format: 'psq', document: { game: 'gomoku', width: 15, height: 15, nodes: [{}] } },
    { type: 'games', ask: i, limit: 3, position: { game: 'gomoku' } },
    { type: 'stop', ask: i }, { type: 'review', ask: i, time_ms: 1, game: { game: 'gomoku', moves: ['h8'] } }, { type: 'open', id: 99999, ask: i }, { type: 'scores', ask: i, game: { game: 'hex' } },
  ];
  const bytes = Buffer.from(JSON.stringify(good[i % good.length]));
  const kind = i % 5;
  if (kind === 0) return randomBytes(randomInt(1, 60)).toString('latin1');
  if (kind === 1) return bytes.subarray(0, randomInt(bytes.length)).toString();
  if (kind === 2) { for (let k = 0; k < 3; k++) bytes[randomInt(bytes.length)] = 32 + randomInt(95); return bytes.toString(); }
  if (kind === 3) return JSON.stringify(good[i % good.length]).replace(/\d+/g, () => String(randomInt(-5, 1e9 | 0))).replace(/"[a-z]\d+"/, '"zz99"');
  return bytes.toString();
}

test('10,000 malformed, oversized or out-of-order messages: the honest client is still served', async ({ port, server }) => {
  const honest = await Socket.open(port);
  let rude = await Socket.open(port);
  let sent = 0;
  for (let i = 0; i < 10000; i++) {
    // A new socket now and then: the rate is counted for each.
    if (i % 200 === 199 || rude.closed) { rude.end(); rude = await Socket.open(port); }
    if (i % 2500 === 7) rude.send('x'.repeat((1 << 20) + 5));
    else rude.send(nonsense(i), i % 97 === 0 ? 2 : 1);
    sent++;
    if (i % 1000 === 500) {
      const answer = await honest.ask({ type: 'look', ask: i, game: { game: 'gomoku', moves: ['h8'] } });
      ok(answer && answer.type === 'view', 'the honest client, after ' + i);
    }
    if (i % 50 === 0) await new Promise((done) => setTimeout(done, 5));
  }
  same(sent, 10000, 'messages');
  rude.end();
  const answer = await honest.ask({ type: 'hello', ask: 77777 });
  same(answer && answer.type, 'welcome', 'in the end');
  same(server.child.exitCode, null, 'the server lives');
  honest.end();
});

const files = folder();
const server = await serve(files.db);
const failed = await run({ port: server.port, server, files });
const code = await server.end();
if (code !== 0) console.log('not ok the server ended with ' + code);
files.remove();
process.exit(failed || code ? 1 : 0);
