'use strict';
// Files that somebody else wrote: they lead nowhere, and what they would run is asked for.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { cli } = require('../../../lib/cli/cli.js');
const { readResults } = require('../../../lib/files/results.js');
const { readCandidates } = require('../../../lib/requests/candidates/find.js');
const { parseTrace } = require('../../../lib/trace/read.js');
const { anchorOf } = require('../../../lib/writers/anchor.js');
const { cleanEnv, makeFolder, nacd, readJson } = require('../../support/cli.js');

const SCHEDULE = { format: 1, options: {}, delays: [] };
const FOREIGN = { ...SCHEDULE, command: ['node', 'race.js'] };

function folderWith(t, schedule) {
  const cwd = makeFolder(t, 'race.js');
  fs.writeFileSync(path.join(cwd, 's.json'), JSON.stringify(schedule));
  return cwd;
}

const HOSTILE = [
  [{ failure: { id: '../../../evil', title: 'x' } }, '/failure/id is not the id of a failure'],
  [{ failure: { id: 7 } }, '/failure/id is not the id of a failure'],
  [{ failure: 'x' }, '"failure" is not an object'],
  [{ failure: { title: {} } }, '"failure" has a key of the wrong type'],
  [{ failure: { failOn: '(' } }, '/failure/failOn is not a regular expression'],
  [{ failure: { timeout: 'x' } }, '/failure/timeout is not a number of seconds'],
  [{ example: { failing: '../../etc' } }, '"example" has a folder that is not one of results'],
  [{ example: { failing: '/etc/passwd' } }, '"example" has a folder that is not one of results'],
  [{ options: 7 }, '"options" is not an object'],
  [{ gates: [{ order: 7 }] }, 'gates: 7: not an order'],
  [{ command: [] }, '"command" is not a list of texts'],
  [{ node: { toString: 1 } }, '/node must be a text'],
  [{ options: { seed: { toString: 1 } } }, '/options/seed must be a text, a number, true, false, or a list of these'],
];

test('what a schedule says about other files is checked', async (t) => {
  for (const [more, problem] of HOSTILE) {
    const cwd = folderWith(t, { ...SCHEDULE, ...more });
    const { status, stderr } = await nacd(['minimize', 's.json', '--', 'node', 'race.js'], { cwd });
    assert.equal(status, 2, JSON.stringify(more));
    assert.ok(stderr.includes(`s.json is not a schedule: ${problem}`), `${JSON.stringify(more)}: ${stderr}`);
  }
});

test('a campaign.json that leads out of its folder is refused', (t) => {
  const folder = makeFolder(t);
  const run = { number: 1, kind: 'seed', verdict: 'failed', titles: ['x'], folder: 'runs/0001' };
  const read = (change) => {
    fs.writeFileSync(path.join(folder, 'campaign.json'), JSON.stringify({ format: 1, command: ['x'], runs: [run], ...change }));
    return readResults(folder);
  };
  assert.equal(read({}).runs.length, 1);
  for (const name of ['../x', '/etc', 'runs/..', 'runs/../../x', '..\\x', 7]) {
    assert.throws(() => read({ runs: [{ ...run, folder: name }] }), /runs\/0 is not a run/, String(name));
    assert.throws(() => read({ baseline: { ...run, folder: name } }), /"baseline" is not a run/, String(name));
  }
  assert.throws(() => read({ command: 'rm' }), /"command" is not a list of texts/);
  for (const key of ['ms', 'seed', 'strategy', 'kind']) {
    assert.throws(() => read({ runs: [{ ...run, [key]: { toString: 1 } }] }), /runs\/0 is not a run/, key);
  }
  assert.throws(() => read({ seed: { toString: 1 } }), /\/seed must be a number/);
  assert.throws(() => read({ cwd: 21 }), /\/cwd must be a text/);
  assert.throws(() => read({ plain: { aside: 'x' } }), /\/plain\/aside must be a list/);
  const orders = { all: 2, shown: 1, impossible: 1, left: 0, reasons: { late: 1 } };
  assert.deepEqual(read({ orders }).orders, orders);
  assert.throws(() => read({ orders: { ...orders, shown: {} } }), /\/orders\/shown must be a whole number/);
  const cannot = [{ event: 1 }];
  assert.throws(() => read({ orders: { ...orders, cannot } }), /\/orders\/cannot\/0\/event must be an object/);
  assert.equal(read({ cwd: folder, plain: { of: 2, failed: 1, goesOn: true, aside: ['x'], flaky: [{ title: 'y', failed: 1 }] } }).runs.length, 1);
});

const RUN = ['run', '--runs', '1'];
const CONFIGS = [
  [RUN, { command: ['\0'] }, /^nacd: cannot start "[^\n]*": [^\n]*null bytes[^\n]*\n$/],
  [RUN, { command: ['node', '-e', '0\0'] }, /^nacd: cannot start [^\n]*null bytes[^\n]*\n$/],
  [RUN, { command: ['node'], seed: { toString: 1 } }, /: seed=\{"toString":1\} is not valid: allowed is a text, [^\n]*\n$/],
  [RUN, { command: ['node'], strategy: [{}] }, /: strategy=\[\{\}\] is not valid: allowed is a text, [^\n]*\n$/],
];

test('values of a configuration that no option can have end with one line', async (t) => {
  for (const [args, config, line] of CONFIGS) {
    const cwd = makeFolder(t);
    fs.writeFileSync(path.join(cwd, 'nacd.config.json'), JSON.stringify(config));
    const { status, stderr } = await nacd(args, { cwd });
    assert.equal(status, 2, stderr);
    assert.match(stderr, line);
  }
});

test('a file of OTLP that is nested too deeply is refused with one line', async (t) => {
  const cwd = makeFolder(t);
  const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
  fs.writeFileSync(path.join(cwd, 'otlp.json'), `{"resourceSpans":[],"more":${deep}}`);
  const { status, stderr } = await nacd(['requests', 'find', '--otlp', 'otlp.json'], { cwd });
  assert.equal(status, 2, stderr);
  assert.match(stderr, /^nacd: --otlp=[^\n]*nested less than 200 levels[^\n]*\n$/);
});

test('a key that is null, missing or nested too deeply is refused or ignored where it is read', (t) => {
  const folder = makeFolder(t);
  const side = { trace: 0, request: 1, window: [1, 2], handler: null };
  const candidate = { id: '1a2b3c', pattern: 'P1', rank: 1, first: side, second: { ...side, handler: 'GET /' }, order: [] };
  fs.mkdirSync(path.join(folder, 'requests'));
  fs.writeFileSync(path.join(folder, 'requests', 'candidates.json'), JSON.stringify({ traces: [], candidates: [candidate] }));
  const problem = /^nacd[^\n]*\/candidates\/0\/first\/handler must be/;
  assert.throws(() => readCandidates(folder, []), ({ status, message }) => status === 2 && problem.test(message));

  const failure = { title: 'x' };
  fs.writeFileSync(path.join(folder, 'stderr'), '');
  fs.writeFileSync(path.join(folder, 'stdout'), `Error: x\n    at ${__filename}:1:1\n`);
  const anchor = (cwd) => anchorOf({ failure, campaign: { cwd }, folder }).file;
  assert.deepEqual([anchor(path.dirname(__filename)), anchor(undefined), anchor(null)], [path.basename(__filename), 'package.json', 'package.json']);

  const deep = (levels) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  const line = (t) => JSON.stringify({ name: 'a', phase: 'callback', t });
  assert.deepEqual(parseTrace([line(1), line(deep(300)), line(2)].join('\n')).operations.map(({ t: at }) => at), [1, 2]);
});

test('the command of a file from elsewhere does not run without consent', async (t) => {
  for (const verb of ['replay', 'minimize', 'prove']) {
    const cwd = folderWith(t, { ...FOREIGN, command: ['node', '-e', 'require("fs").writeFileSync("ran", "")\u001b[2K'] });
    const { status, stderr } = await nacd([verb, 's.json'], { cwd });
    assert.equal(status, 2);
    assert.match(stderr, /^nacd: s\.json names a command that no campaign .* in this working directory: /);
    assert.match(stderr, /: node -e \$'require\(.*\\x1b\[2K' \(--yes runs it; /);
    assert.ok(!fs.existsSync(path.join(cwd, 'ran')));
  }
  const cwd = folderWith(t, FOREIGN);
  assert.equal((await nacd(['replay', 's.json', '--yes'], { cwd })).status, 0);
  assert.equal((await nacd(['replay', 's.json', '--', 'node', 'race.js'], { cwd })).status, 0);
});

test('a person is asked once', async (t) => {
  for (const [answer, expected] of [[true, 0], [false, 2]]) {
    const cwd = folderWith(t, FOREIGN);
    const asked = [];
    const text = { stdout: '', stderr: '' };
    const streams = ['stdout', 'stderr'].map((name) => [name, { write: (part) => (text[name] += part) }]);
    const ask = async (question) => {
      asked.push(question);
      return answer;
    };
    const io = { ...Object.fromEntries(streams), env: cleanEnv(), cwd, signal: new AbortController().signal, ask };
    assert.equal(await cli(['replay', 's.json', '-n', '2'], io), expected, text.stderr);
    assert.deepEqual(asked, ['Run it? [y/N] ']);
    assert.match(text.stdout, /^s\.json names a command .* in this working directory:\n {2}node race\.js\n/);
  }
});

test('the commands of the folder\'s own campaigns run without a question', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  fs.copyFileSync(path.join(cwd, 'race.js'), path.join(cwd, 'other.js'));
  for (const name of ['race.js', 'other.js']) {
    assert.equal((await nacd(['run', '--seed', '1', '--', 'node', name], { cwd })).status, 1);
  }
  assert.deepEqual(readJson(cwd, '.nacd', 'campaign.json').commands, [['node', 'other.js'], ['node', 'race.js']]);
  const failures = fs.readdirSync(path.join(cwd, '.nacd', 'failures'));
  assert.equal(failures.length, 2);
  for (const name of failures) assert.equal((await nacd(['replay', path.basename(name, '.json')], { cwd })).status, 1);
});
