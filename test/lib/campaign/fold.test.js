'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { describeHang } = require('../../../lib/campaign/hang.js');
const { folded } = require('../../../lib/campaign/fold.js');
const { failureMessages } = require('../../../lib/campaign/outputs/index.js');
const messages = require('../../../lib/messages/index.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const OUTPUTS = path.join(__dirname, '..', '..', 'fixtures', 'cli', 'outputs');

function mochaOutput(...failures) {
  const entries = failures.map(([title, error, site], at) => [
    `  ${at + 1}) store`, `       ${title}:`, `     ${error}`, `      at Timeout._onTimeout (${site})`,
    '      at listOnTimeout (node:internal/timers:581:17)', ''].join('\n'));
  return `  1 passing (66ms)\n  ${failures.length} failing\n\n${entries.join('\n')}\n`;
}

const foldedOf = (text, titles) => folded({ verdict: 'failed', titles }, [text, '']);

test('an error that is booked to the next test, too, is one failure', () => {
  const text = mochaOutput(['keeps', 'Uncaught Error: late', 'lib/store.js:9:3'], ['next', 'Error: late', 'lib/store.js:9:3']);
  const result = foldedOf(text, ['store > keeps', 'store > next']);
  assert.deepEqual(result.titles, ['store > keeps']);
  assert.deepEqual(result.folded, [{ title: 'store > next', into: 'store > keeps' }]);
});

test('other errors, and those without a frame of the program, stay apart', () => {
  const titles = ['store > keeps', 'store > next'];
  const other = mochaOutput(['keeps', 'Error: late', 'lib/store.js:9:3'], ['next', 'Error: late', 'lib/store.js:12:3']);
  assert.deepEqual(foldedOf(other, titles).titles, titles);
  const internal = ['Error: Timeout of 50ms exceeded', 'node:internal/timers:5:1'];
  assert.deepEqual(foldedOf(mochaOutput(['keeps', ...internal], ['next', ...internal]), titles).titles, titles);
});

test('a test that only did not end in time is told with the failure before it', () => {
  const late = (title, ms = 2000) => [title, `Error: Timeout of ${ms}ms exceeded. For async tests and hooks, ensure "done()" is called`,
    'node:internal/timers:5:1'];
  const broken = (title, line) => [title, 'Error: not found', `lib/store.js:${line}:3`];
  const titles = (names) => names.map((name) => `store > ${name}`);
  const of = (...failures) => foldedOf(mochaOutput(...failures), titles(failures.map(([title]) => title)));
  assert.deepEqual(of(broken('opens', 9), late('reads'), late('closes')), {
    verdict: 'failed', titles: ['store > opens'],
    folded: ['reads', 'closes'].map((title) => ({ title: `store > ${title}`, into: 'store > opens', late: true })),
  });
  // A limit explains nothing: what comes after it stays, and so does what came before the first error.
  assert.deepEqual(of(late('reads'), broken('opens', 9)).titles, titles(['reads', 'opens']));
  assert.deepEqual(of(late('reads'), late('closes')).titles, titles(['reads', 'closes']));
  assert.match(messages.failureBlock({ id: '1', title: 'store > opens', of: 1, failed: 1, interval: [0, 1] }, {
    run: of(broken('opens', 9), late('reads')), file: 'x.json',
  }), /\n {2}after it, these did not end in time:\n {4}store > reads\n/);
});

test('a limit of time is not told with a test that is set aside, which fails without it, too', async (t) => {
  const cwd = makeFolder(t);
  const output = (...failures) => JSON.stringify(mochaOutput(...failures));
  const always = ['broken', 'Error: always', 'a.js:1:1'];
  const code = `console.log(process.env.NACD_MODE === 'never' ? ${output(always)}
    : ${output(always, ['next', 'Error: Timeout of 50ms exceeded.', 'node:internal/timers:5:1'])}); process.exitCode = 2;`;
  fs.writeFileSync(path.join(cwd, 'fails.js'), code);
  const { status, stdout } = await nacd(['run', '-n', '1', '--', 'node', 'fails.js'], { cwd });
  assert.match(stdout, /set aside, because they fail each time:\n {2}store > broken\n/);
  assert.equal(status, 1, stdout);
  assert.match(stdout, /FAILURE \w+ {2}store > next\n/);
});

for (const [name, title, message] of [
  ['mocha.stdout', 'top level', /^Error: late\n at Context/], ['jest.stderr', 'top level', /^late\n/],
  ['vitest.stderr', 'top level', /^Error: late\n/], ['node24-spec.stdout', 'top level', /^Error: late\n/],
  ['node24-tap.stdout', 'top level', /^error: 'late'\n/],
]) {
  test(`each failure has its message: ${name}`, () => {
    const told = failureMessages(fs.readFileSync(path.join(OUTPUTS, name), 'utf8'), '');
    assert.equal(told.size, name.startsWith('mocha') ? 3 : 2);
    assert.match(told.get(title), message);
  });
}

test('a run with several failures prints the message of each', async (t) => {
  const cwd = makeFolder(t);
  const text = mochaOutput(['keeps', 'Error: first message', 'a.js:1:1'], ['next', 'Error: second message', 'a.js:2:2']);
  const code = `if (process.env.NACD_MODE !== 'never') { console.log(${JSON.stringify(text)}); process.exitCode = 2; }`;
  fs.writeFileSync(path.join(cwd, 'fails.js'), code);
  const { stdout } = await nacd(['run', '-n', '1', '--', 'node', 'fails.js'], { cwd });
  assert.match(stdout, /FAILURE \w+ {2}store > keeps\n.*\n {4}Error: first message/);
  assert.match(stdout, /FAILURE \w+ {2}store > next\n.*\n {4}Error: second message/);
  assert.equal(readJson(cwd, '.nacd/campaign.json').failures.length, 2);
});

test('open handles of one kind and place are one line', () => {
  const operations = Array.from({ length: 12 }, (_, object) => {
    const about = { phase: 'event', api: 'net.Socket.connect', site: 'a.js:3:1' };
    return { t: 1, line: object + 1, object, name: `net.Socket.connect@a.js:3:1#${object}`, ...about };
  });
  const trace = { file: __filename, operations, runs: [], cancels: [] };
  const { open } = describeHang({ traces: [trace], ms: 60_000, startedAt: Date.now() });
  const lines = messages.hangLines({ kind: 'deadlock', idleMs: 1000, waitingFor: [], open, last: [] });
  assert.equal(lines.length, 2);
  assert.match(lines[1], /still open {3}net\.Socket {2}a\.js:3:1 {2}\(12 times\)/);
});

test('what is open or pending in a transformed file is told with the line of the user', () => {
  const at = (line, name) => ({ t: 1, line, name: `${name}@a.ts:2:1#1`, api: name, site: 'a.ts:2:1' });
  const operations = [{ ...at(1, 'net.Server.listen'), phase: 'event', object: 1 }, { ...at(2, 'fs.stat'), phase: 'callback' }];
  // Its map: line 2 of the text that ran is line 11 of a.ts.
  const map = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: ';AAUA' });
  const maps = new Map([['a.ts', `data:application/json;base64,${Buffer.from(map).toString('base64')}`]]);
  const trace = { file: __filename, header: { cwd: '/project' }, operations, runs: [], cancels: [], maps };
  const { open, waitingFor } = describeHang({ traces: [trace], ms: 60_000, startedAt: Date.now() });
  assert.deepEqual([open[0].site, waitingFor.find(({ api }) => api === 'fs.stat').site], ['a.ts:11:1', 'a.ts:11:1']);
});
