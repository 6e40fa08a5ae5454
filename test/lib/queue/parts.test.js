'use strict';
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { pooled } = require('../../../lib/campaign/pool.js');
const { readAddress } = require('../../../lib/queue/address.js');
const { isWork, readOptionsOf, readResult, sentOptions } = require('../../../lib/queue/checks.js');
const { differences, identityOf } = require('../../../lib/queue/identity.js');

const { packFolder, packed, unpackFolder, unpacked } = require('../../../lib/queue/pack.js');
const { received } = require('../../../lib/queue/results.js');
const { otherMachine } = require('../../../lib/messages/index.js');
const { parseTrace } = require('../../../lib/trace/read.js');
const { Planner } = require('../../../lib/orders/planner.js');
const { sentTrace } = require('../../../lib/trace/sent-trace.js');
const { makeFolder } = require('../../support/cli.js');

test('an address has a host, a name, and if need be a password, a database and TLS', () => {
  assert.deepEqual(readAddress('redis://example.org/ci-7').options, {
    host: 'example.org', port: 6379, db: 0, username: undefined, password: undefined, tls: undefined,
  });
  const { name, shown, options } = readAddress('rediss://me:p%40ss@[::1]:7000/3/ci');
  assert.deepEqual([name, shown], ['ci', 'rediss://[::1]:7000/3/ci']);
  assert.deepEqual(options, { host: '::1', port: 7000, db: 3, username: 'me', password: 'p@ss', tls: { servername: '' } });
});

test('an address that is not valid is one line, without the password', () => {
  const bad = [
    'nonsense', 'http://h/n', 'redis://h', 'redis://h/', 'redis://h/0', 'redis://h/x/n', 'redis://h/1/2/n', 'redis:///n',
    'redis://:secret@h/a b', 'redis://:secret@h:99999/n', 'redis://:sec/ret@h/n', 'redis://:secret@h/n?tls=1', 'redis://:%E0@h/n',
    'redis:secret@h/n', ':secret@h/n',
  ];
  for (const text of bad) {
    assert.throws(() => readAddress(text), ({ message, status }) => {
      assert.match(message, /^nacd: --queue=.* is not valid: .*; allowed is redis:\/\/.*\/NAME[^\n]*$/);
      assert.doesNotMatch(message, /sec\/?ret/);
      return status === 2;
    }, text);
  }
});

test('options of a job are those of the table; no path, no other key and no bad value gets through', () => {
  assert.deepEqual(readOptionsOf({ seed: 7, timers: true, model: ['/x'], trace: '/x', requestsPlan: '/x', LD_PRELOAD: 'x' }), { seed: 7, timers: true });
  for (const bad of [{ seed: '7; rm' }, { strategy: 'x' }, { maxDelay: -1 }, { engine: {} }]) assert.equal(readOptionsOf(bad), undefined);
  assert.deepEqual(sentOptions({ seed: 7, model: ['/x'], schedule: '/x', other: 1 }), { seed: 7 });
});

test('a campaign or a result of another form is refused', () => {
  const entry = { id: 'a', queue: 'a-1', options: {}, timeout: 60, failOn: null, aside: [], known: [], silence: 30 };
  assert.ok(isWork(entry));
  assert.ok(isWork({ ...entry, plainErrors: ['Error: 0'] }));
  for (const bad of [{ plainErrors: [1] }, { timeout: '60' }, { failOn: '(' }, { aside: 'x' }, { queue: 'a:b' }, { options: { seed: -1 } }]) {
    assert.ok(!isWork({ ...entry, ...bad }), JSON.stringify(bad));
  }
  const result = { verdict: 'failed', titles: ['a'], ms: 5, code: 1, command: ['x'], signal: null };
  assert.deepEqual(readResult(result), { verdict: 'failed', titles: ['a'], code: 1, ms: 5 });
  for (const bad of [{ verdict: 'x' }, { titles: [] }, { titles: [1] }, { ms: null }, { hang: { kind: 'x' } }]) {
    assert.equal(readResult({ ...result, ...bad }), undefined);
  }
  const passed = { verdict: 'passed', titles: [], ms: 5, held: 7, wrote: [['Error: 0', 'Error: 1']] };
  assert.deepEqual(readResult(passed), passed);
  for (const bad of [{ held: 'x' }, { wrote: ['x'] }, { wrote: [['x']] }]) assert.equal(readResult({ ...passed, ...bad }), undefined);
  assert.equal(received({ result: null }, undefined, '/nowhere'), undefined);
  const unfinished = { kind: 'unfinished', files: ['a.test.js'], open: [{ kind: 'TCP server', count: 1 }] };
  const hang = { verdict: 'hang', titles: ['hang: unfinished'], ms: 5, hang: unfinished };
  assert.deepEqual(readResult(hang), hang);
  for (const bad of [{ files: undefined }, { open: 'x' }, { last: [null] }]) {
    assert.equal(readResult({ ...hang, hang: { ...unfinished, ...bad } }), undefined);
  }
});

test('a failure of another machine keeps no path out of the queue', (t) => {
  const value = { result: { verdict: 'failed', titles: ['a'], ms: 5 }, machine: 'a' };
  const header = { node: 'v20.0.0', options: { engine: 'both', maxDelay: 20, model: ['/x'], requestsPlan: '/x' } };
  const { traces } = received(value, packed({ delays: [], header, files: [] }), makeFolder(t));
  assert.deepEqual(traces.delayed[0].header, { node: 'v20.0.0', options: { engine: 'both', maxDelay: 20 } });
});

test('the folder of a run arrives as it was, and no name leads out of it', (t) => {
  const from = makeFolder(t, 'steady.js');
  fs.mkdirSync(path.join(from, 'trace'));
  fs.writeFileSync(path.join(from, 'trace', 'trace-1-0.ndjson.gz'), Buffer.from([0, 1, 255]));
  const to = makeFolder(t);
  const files = unpacked(packed(packFolder(from)));
  unpackFolder([...files, ['../out', 'eA=='], ['trace/../../out', 'eA=='], ['/tmp/x', 'eA=='], ['..', ''], 7, ['a', 7]], to);
  assert.deepEqual(fs.readdirSync(to).sort(), ['steady.js', 'trace']);
  assert.deepEqual(fs.readdirSync(path.join(to, 'trace')), ['trace-1-0.ndjson.gz']);
  assert.deepEqual([...fs.readFileSync(path.join(to, 'trace', 'trace-1-0.ndjson.gz'))], [0, 1, 255]);
  assert.ok(!fs.existsSync(path.join(path.dirname(to), 'out')));
  assert.equal(unpacked(Buffer.from('nonsense')), undefined);
});

// The operations in the order in which they were decided, and then ran.
function traceOf(mode, ran, operations = ran) {
  const header = { type: 'header', format: 1, options: { mode, engine: 'both' } };
  const tasks = operations.map((owner) => ({ t: 1, name: `${owner}/${owner.split('(')[0]}#1`, phase: 'worker', api: 'fs' }));
  const runs = ran.map((owner) => ({ ...tasks[operations.indexOf(owner)], type: 'run' }));
  return parseTrace([header, ...tasks, ...runs].map((line) => JSON.stringify(line)).join('\n'));
}

test('the asker plans from the traces of another machine as from those of its own, and learns no command line', (t) => {
  const names = ['fs.stat(lock)@a.js:1:1#1', 'fs.mkdir(lock)@b.js:2:2#1', 'fs.stat(other)@c.js:3:3#1'];
  const runs = [traceOf('never', names), traceOf('random', [names[1], names[0]], names)];
  runs[0].header.argv = ['node', '--token=secret'];
  const [near, far, none] = [new Planner(), new Planner(), new Planner()];
  for (const [at, trace] of runs.entries()) {
    const text = sentTrace(trace);
    assert.doesNotMatch(text, /secret/);
    const value = { result: { verdict: 'passed', titles: [], ms: 5 }, machine: 'a' };
    const { traces } = received(value, packed({ traces: [text] }), makeFolder(t));
    near.observe([trace], { isPlain: at === 0 });
    far.observe(traces.beginnings, { isPlain: at === 0 });
    none.observe(received(value, packed({ traces: [7, '{"type":'] }), makeFolder(t)).traces.beginnings, { isPlain: at === 0 });
  }
  const all = (planner) => Array.from({ length: 4 }, () => planner.next(500, 1).holds);
  const expected = all(near);
  assert.ok(expected[0].length > 0, JSON.stringify(expected));
  assert.deepEqual(all(far), expected);
  assert.deepEqual(all(none).flat(), []);
});

test('the number of runs at once may grow, and one that fails ends the others', async () => {
  const jobs = { count: 1, onGrowth(callback) { this.grow = callback; } };
  const release = [];
  const work = (item) => new Promise((resolve) => release.push(() => resolve(item * 2)));
  const seen = [];
  const done = (async () => {
    for await (const { result } of pooled([1, 2, 3, 4], jobs, work)) seen.push(result);
  })();
  await undefined;
  assert.equal(release.length, 1);
  jobs.count = 3;
  jobs.grow();
  await new Promise(setImmediate);
  assert.equal(release.length, 3);
  for (const at of [2, 0, 1]) release[at]();
  await new Promise(setImmediate);
  release[3]();
  await done;
  assert.deepEqual(seen, [6, 2, 4, 8]);
  await assert.rejects(async () => {
    for await (const _ of pooled([1], 1, () => Promise.reject(new Error('no')))) assert.fail();
  }, /^Error: no$/);
});

test('machines agree on commit and uncommitted changes, and results do not count', (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const git = (...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, stdio: 'pipe' });
  const ours = (values = {}) => identityOf({ cwd, out: path.join(cwd, '.nacd'), command: ['node', 'a'], values });
  assert.equal(ours().commit, 'none');
  fs.mkdirSync(path.join(cwd, '.nacd'));
  fs.writeFileSync(path.join(cwd, '.nacd', 'kept'), 'a');
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'a');
  const clean = ours();
  assert.match(clean.commit, /^[0-9a-f]{40}$/);
  fs.appendFileSync(path.join(cwd, '.nacd', 'kept'), 'b');
  assert.deepEqual(differences(ours(), clean), []);
  fs.appendFileSync(path.join(cwd, 'steady.js'), '// changed\n');
  assert.match(ours().commit, new RegExp(`^${clean.commit}\\+[0-9a-f]{12}$`));
  assert.deepEqual(differences(ours(), clean).map(({ key }) => key), ['commit']);
  assert.deepEqual(differences(ours({ commit: 'v1' }), { ...clean, commit: 'v1' }), []);
  for (const key of ['tool', 'node', 'platform', 'command']) {
    const found = differences(ours(), { ...ours(), [key]: key === 'command' ? ['npm', 'test'] : 'other' });
    assert.deepEqual(found.map((difference) => difference.key), [key]);
    const line = otherMachine(found[0]);
    assert.match(line, /^nacd worker: this machine has .+, and the campaign is about .*(other|npm test)$/);
  }
});
