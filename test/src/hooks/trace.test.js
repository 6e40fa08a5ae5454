'use strict';
// The contents of a trace (docs/reference/trace-format.md). Runs on every Node.js version.
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');
const { count, fixture, root, run } = require('./harness.js');

const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6;
const phases = ['registration', 'action', 'callback', 'event', 'promise', 'descriptor', 'worker', 'timer'];

test('the header, the operations, and that they were carried out', async (t) => {
  const { traces, status } = await run(t, 'order-changes.js', { args: ['an argument with "quotes"'], flags: ['--no-warnings'] });
  assert.equal(status, 0);
  assert.equal(traces.length, 1);
  const [{ file, header, lines, operations }] = traces;
  assert.equal(path.basename(file), `trace-${header.pid}-0.ndjson`);
  const isNow = {
    started: new Date(header.started) > Date.now() - 60_000, clock: monotonicMs() - header.clock < 60_000,
  };
  assert.deepEqual(
    { ...header, ...isNow, pid: 0, options: { ...header.options } },
    {
      type: 'header', format: 1, tool: require('../../../package.json').version, node: process.version, platform: process.platform,
      arch: process.arch, pid: 0, thread: 0, place: '0', parent: process.pid, cwd: process.cwd(), started: true, clock: true, seed: 1,
      argv: [process.execPath, fixture('order-changes.js'), 'an argument with "quotes"'],
      options: {
        mode: 'always', strategy: 'uniform', probability: 0.5, minDelay: 20, maxDelay: 25, engine: 'api', clock: 'real',
        datagrams: 'in-order',
      },
    },
  );
  const site = /^test\/fixtures\/hooks\/order-changes\.js:\d+:\d+$/;
  for (const { t: time, name, phase, api, site: at, delay, ran } of operations) {
    assert.ok(time >= 0 && phases.includes(phase), name);
    assert.ok(name.startsWith(api) && name.includes(`@${at}#`), name);
    if (process.cwd() === root) assert.match(at, site);
    assert.ok(delay >= 20 && delay <= 25, name);
    assert.ok(ran >= time + delay - 1.5, `${name} was not carried out`);
  }
  assert.equal(new Set(operations.map(({ name, phase }) => `${phase} ${name}`)).size, operations.length, 'no name stands for two');
  assert.equal(count(operations, 'fs.readFile', 'callback'), 3);
  // Each in the order of time.
  const times = lines.filter(({ type }) => type !== 'header').map((line) => line.t);
  assert.deepEqual(times, [...times].sort((a, b) => a - b));
});

test('connected callbacks share an object', async (t) => {
  const { operations } = await run(t, 'forms/children.js', { mode: 'never' });
  const sockets = operations.filter(({ api }) => api.startsWith('net.Socket.'));
  assert.ok(sockets.length > 0);
  for (const { object } of sockets) assert.ok(Number.isInteger(object) && object > 0);
});

test('the source map of a file that a transformer made, once', async (t) => {
  const [{ lines, operations }] = (await run(t, 'transformed.js')).traces;
  const maps = lines.filter(({ type }) => type === 'map');
  const file = path.relative(process.cwd(), fixture('made.ts')).split(path.sep).join('/');
  assert.deepEqual(maps.map((map) => map.file), [file]);
  const [, json] = maps[0].url.split('base64,');
  const expected = { version: 3, sources: ['a.ts'], names: [], mappings: 'AAIE' };
  assert.deepEqual(JSON.parse(Buffer.from(json, 'base64').toString('utf8')), expected);
  assert.ok(operations.every(({ site }) => site.startsWith(`${file}:1:`)));
});

test('a killed process leaves what it had traced', async (t) => {
  const { signal, traces } = await run(t, 'killed.js', { mode: 'random', env: { NACD_MIN_DELAY: '0', NACD_MAX_DELAY: '2' } });
  assert.equal(signal, 'SIGKILL');
  assert.equal(traces.length, 1);
  const { operations } = traces[0];
  assert.equal(count(operations, 'fs.stat', 'callback'), 2000);
  const ran = operations.filter(({ phase, ran: at }) => phase === 'callback' && at !== undefined).length;
  assert.equal(ran, 1500);
});

test('a worker has a trace of its own', async (t) => {
  const { traces } = await run(t, 'started-by.js', { args: ['a worker'], env: { FOLDER: root } });
  assert.deepEqual(traces.map(({ header }) => header.thread).sort(), [0, 1]);
  assert.equal(new Set(traces.map(({ header }) => header.pid)).size, 1);
});
