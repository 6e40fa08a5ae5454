'use strict';
// Timers are traced and nothing else: never delayed, and the program sees what it would see. Every Node.js version.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { execute, inEveryMode, root, run } = require('./harness.js');
const { temporaryFolder } = require('../../support/package.js');

test('timers look and work as they do', async (t) => {
  const { plain } = await inEveryMode(t, 'timers.js');
  assert.deepEqual([plain.status, plain.stderr], [0, '']);
  for (const line of ['tick 2', 'later true a,b', 'promise value']) assert.ok(plain.stdout.includes(`${line}\n`), line);
});

test('a timer has its name, its place, and an end: fired or cleared', async (t) => {
  const { traces: [{ lines }] } = await run(t, 'timers.js');
  const ofTimers = lines.filter(({ phase }) => phase === 'timer');
  const expected = ofTimers.filter(({ type }) => type === undefined);
  const site = /test\/fixtures\/hooks\/timers\.js:\d+:\d+$/;
  for (const { api, name, site: at, delay, due } of expected) {
    assert.match(at, site);
    assert.ok(due > 0, name);
    assert.ok(name.startsWith(`${api}@${at}#1`), name);
    assert.equal(delay, undefined);
  }
  const endsOf = (name) => ofTimers.filter((line) => line.type && line.name === name).map(({ type }) => type);
  const ends = Object.fromEntries(expected.map(({ name, api }) => [`${api} ${/:(\d+):/.exec(name)[1]} `
    + `${/#([^/]+\/)?(.*)$/.exec(name)[2]}`, endsOf(name).join()]));
  assert.deepEqual(ends, {
    'setTimeout 12 1': 'run',
    'setInterval 16 tick#1': 'run',
    'setInterval 16 tick#2': 'run',
    'setTimeout 20 1': 'cancel',
    // Cleared by its number, which can't be seen: it looks as if it had not come.
    'setTimeout 22 1': '',
    'setTimeout 31 1': 'run',
    'setTimeout 32 1': 'run',
  });
});

test('without delays and a trace timers are Node\'s own', async (t) => {
  const { stdout } = await run(t, 'tell-timers.js', { mode: 'never', trace: false });
  assert.equal(stdout, 'function setTimeout(callback, after\n');
});

test('timers of Node\'s own that the program asks for look and work as they do', async (t) => {
  const { plain } = await inEveryMode(t, 'own-timers.js');
  assert.deepEqual([plain.status, plain.stderr], [0, '']);
  for (const line of ['aborted TimeoutError', 'child true', 'idle', 'tick', 'ERR_HTTP_REQUEST_TIMEOUT']) {
    assert.ok(plain.stdout.includes(`${line}\n`), line);
  }
});

test('timers of Node\'s own have the place of the call that has asked for them', async (t) => {
  const { traces } = await run(t, 'own-timers.js');
  const { lines } = traces.find(({ header }) => header.argv.some((word) => word.endsWith('own-timers.js')));
  const fired = lines.filter(({ type, phase }) => type === 'run' && phase === 'timer').map(({ name }) => name);
  const firesAt = (name) => fired.some((each) => each.startsWith(name));
  const source = fs.readFileSync(path.join(__dirname, '../../fixtures/hooks/own-timers.js'), 'utf8').split('\n');
  const file = 'test/fixtures/hooks/own-timers.js';
  const placeOf = (text) => `${file}:${source.findIndex((line) => line.includes(text)) + 1}:`;
  for (const [api, text] of [
    ['AbortSignal.timeout', 'AbortSignal.timeout(40)'], ['child_process.timeout', 'execFile(process'],
    ['net.Socket.setTimeout', 'socket.setTimeout(50'], ['setInterval', 'promises.setInterval('],
    ['http.Server.connectionsCheckingInterval', 'http.createServer('],
  ]) assert.ok(firesAt(`${api}@${placeOf(text)}`), `${api} in ${fired.join()}`);
});

test('the first ES module of a program replaces no timer', async (t) => {
  const folder = temporaryFolder(t, 'nacd-timers-');
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
  write('main.cjs', `
    const timers = require('node:timers');
    const all = () => [setTimeout, setInterval, setImmediate, clearTimeout, timers.setTimeout, timers.setInterval];
    const before = all();
    require('./later.cjs').then(() => console.log(all().map((one, i) => one === before[i]).join()));`);
  write('later.cjs', "module.exports = import('./module.mjs');");
  write('module.mjs', 'export default 1;');
  const settings = { NACD_ENGINE: 'api', NACD_SEED: '1', NACD_QUIET: '1' };
  const { stdout, stderr } = await execute(process.execPath, ['-r', root, path.join(folder, 'main.cjs')], { env: settings });
  assert.deepEqual([stdout, stderr], ['true,true,true,true,true,true\n', '']);
});
