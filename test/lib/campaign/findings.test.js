'use strict';
// What a campaign shows beside its failures, and what --strict does not accept.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { findingsOf, isFarLonger } = require('../../../lib/analysis/findings.js');
const { errorsIn, exitsIn, testedPrograms } = require('../../../lib/campaign/written-errors.js');
const { strictLine } = require('../../../lib/messages/index.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');
const { root } = require('../../support/package.js');

const ALWAYS = ['run', '-n', '3', '--seed', '1', '--mode', 'always', '--min-delay', '100', '--max-delay', '120'];

test('an error of runs that pass, which no plain run wrote, is a finding', async (t) => {
  const cwd = makeFolder(t, 'late-error.js');
  const { status, stdout } = await nacd([...ALWAYS, '--', 'node', 'late-error.js'], { cwd });
  assert.equal(status, 0);
  const line = 'FINDING  3 of 3 runs passed but showed what no run without delays did: Error: not ready yet (see runs/0001)';
  assert.ok(stdout.includes(`\n${line}\n`), stdout);
  const { findings, failures, plainRuns } = readJson(cwd, '.nacd/campaign.json');
  assert.deepEqual([failures.length, findings.length, plainRuns.length], [0, 1, 4]);
  for (const format of ['html', 'junit', 'json']) {
    const report = await nacd(['report', '--format', format, '-o', '-'], { cwd });
    assert.match(report.stdout, format === 'junit' ? /<skipped message="FINDING {2}3 of 3 runs/ : /not ready yet/, format);
  }
  const strict = await nacd([...ALWAYS, '--strict', '--', 'node', 'late-error.js'], { cwd });
  assert.equal(strict.status, 1);
  assert.match(strict.stdout, /\n--strict: 1 finding\n$/);
  assert.match((await nacd(['report', '--format', 'junit', '-o', '-'], { cwd })).stdout, /failures="1".*type="finding"/s);
});

test('--strict accepts a campaign in which each run held something', async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const { status, stdout } = await nacd([...ALWAYS, '--strict', '--', 'node', 'steady.js'], { cwd });
  assert.equal(status, 0, stdout);
  const never = await nacd(['run', '-n', '3', '--mode', 'never', '--strict', '--', 'node', 'steady.js'], { cwd });
  assert.equal(never.status, 1);
  assert.match(never.stdout, /\n--strict: 3 runs held nothing\n$/);
});

test('--strict names all that was not tried', () => {
  const run = { kind: 'seed', verdict: 'passed', delays: 1, titles: [] };
  assert.equal(strictLine({ runs: [run] }), undefined);
  const runs = [{ ...run, delays: 0 }, { ...run, verdict: 'inconclusive' }];
  const others = { plain: { aside: ['a', 'b'] }, missing: [3], findings: [{}], uncounted: true, varied: true };
  assert.equal(strictLine({ runs, ...others }), '--strict: 1 run held nothing, 2 tests set aside, tests not counted, '
    + 'a number of tests that varies without delays, 1 run without a verdict, 1 part missing, 1 finding');
});

test('an error that a later plain run wrote as well is no finding', () => {
  const runs = [{ number: 1, verdict: 'passed', ms: 1, folder: 'runs/1', wrote: [['Error: 0 left', 'Error: 3 left']] }];
  assert.equal(findingsOf({ runs, plainErrors: [] }).length, 1);
  assert.equal(findingsOf({ runs, plainErrors: ['Error: 0 left'] }).length, 0);
  assert.equal(findingsOf({ runs: [{ ...runs[0], verdict: 'failed' }], plainErrors: [] }).length, 0);
});

test('an error has a name and a stack; its numbers are no part of it', () => {
  const frame = '    at f (a.js:1:1)';
  const text = ['Error: a 1', frame, 'log: TypeError: b', frame, 'Error: without a stack', 'Error: a 2', frame].join('\n');
  assert.deepEqual([...errorsIn([text, '']).keys()], ['Error: a 0', 'TypeError: b']);
});

test('what a shell says of a signal is an error, words in a sentence are none', () => {
  const texts = ['Killed\n', 'run.sh: line 3: 4711 Segmentation fault      (core dumped) node a.js\n', 'Aborted (core dumped)\n'];
  assert.deepEqual(texts.map((text) => [...errorsIn([text]).values()]), [['Killed'], ['Segmentation fault'], ['Aborted (core dumped)']]);
  assert.deepEqual([...errorsIn(['Killed by the test\nthe job was Killed\nTerminated early\n'])], []);
});

test('a test that was retried is an error, whatever the runner calls it', () => {
  for (const text of [' ✓ a.test.js > second 27ms (retry x1)', '  1 flaky', '      "currentRetry": 1,', '{"invocations":2}']) {
    assert.deepEqual([...errorsIn([`${text}\n`]).keys()], ['retry'], text);
  }
  for (const text of ['  0 passed', '      "currentRetry": 0,', '{"invocations":1}', '1 flaky server']) {
    assert.deepEqual([...errorsIn([`${text}\n`]).keys()], [], text);
  }
});

test('a signal that "|| true" hides is a finding', { skip: process.platform === 'win32' && 'no sh' }, async (t) => {
  const cwd = makeFolder(t, 'late-error.js');
  fs.writeFileSync(path.join(cwd, 'dies.js'), `
    let isThere = false;
    require('node:fs').access(__filename, () => { isThere = true; });
    setTimeout(() => { if (!isThere) process.kill(process.pid, 'SIGKILL'); }, 50);
  `);
  const command = ['sh', '-c', 'node dies.js || true'];
  const { status, stdout } = await nacd([...ALWAYS, '--strict', '--', ...command], { cwd });
  assert.match(stdout, /FINDING {2}3 of 3 runs passed but showed what no run without delays did: Killed/);
  assert.equal(status, 1);
});

test('a run is far longer only beyond its delays, and beyond what load does to all runs', () => {
  assert.equal(isFarLonger({ ms: 30_000, plainly: 500, held: 3000 }), true);
  assert.equal(isFarLonger({ ms: 4000, plainly: 500, held: 3000 }), false, 'its delays');
  assert.equal(isFarLonger({ ms: 1500, plainly: 200, held: 0 }), false, 'a start that is slow');
  const run = (ms) => ({ number: 1, verdict: 'passed', ms, plainly: 500, folder: 'runs/1' });
  const others = [600, 600, 700].map((ms) => ({ ...run(ms), plainly: undefined }));
  const [finding] = findingsOf({ runs: [run(30_000), ...others] });
  assert.deepEqual([finding.kind, finding.ms, finding.plainly], ['lived-longer', 30_000, 500]);
  assert.deepEqual(findingsOf({ runs: [run(30_000), run(29_000), run(31_000)] }), [], 'load');
});

const ended = (script, pending) => ({ header: { thread: 0, argv: ['node', `/tmp/${script}`] }, exit: { pending } });

test('an end by process.exit() is one that runs without delays have as well, or a finding', () => {
  const plain = (...traces) => [...exitsIn(traces, { isPlain: true }).keys()];
  const fresh = (trace, known) => [...exitsIn([trace])].filter(([key]) => !known.includes(key)).map(([, line]) => line);
  const [idle, early] = [ended('a.js', 0), ended('a.js', 2)];
  const line = (name) => `${name} ended early, by process.exit() or an error`;
  assert.deepEqual(fresh(idle, plain()), [line('a.js')]);
  assert.deepEqual(fresh(early, plain(idle)), [`${line('a.js')}: 2 operations were still pending`]);
  assert.deepEqual(fresh(early, plain(early)), []);
  assert.deepEqual(fresh(idle, plain(early)), []);
  assert.deepEqual(fresh(ended('b.js', 1), plain(early)), [`${line('b.js')}: 1 operation was still pending`]);
  assert.deepEqual(fresh(ended('x-12.js', 1), plain(ended('x-7.js', 1))), []);
  assert.equal(exitsIn([{ ...early, header: { ...early.header, thread: 1 } }, { header: early.header }]).size, 0);
});

test('programs that tests start are distinguished from the processes that run the tests', () => {
  const trace = (pid, parent, script) => ({ header: { thread: 0, pid, parent, argv: ['node', script] } });
  const tested = (...traces) => testedPrograms(traces).map(({ header }) => header.pid);
  const [mocha, tap, jest] = ['mocha/bin/mocha.js', 'tap/dist/esm/run.mjs', 'jest/bin/jest.js']
    .map((bin) => trace(1, 0, `/app/node_modules/${bin}`));
  assert.deepEqual(tested(mocha, trace(2, 1, '/app/cli.js'), trace(3, 2, '/app/worker.js')), [2, 3]);
  assert.deepEqual(tested(tap, trace(2, 1, '/app/a.test.js'), trace(3, 2, '/app/cli.js')), [3]);
  assert.deepEqual(tested(jest, trace(2, 1, '/app/node_modules/jest-worker/build/workers/processChild.js')), []);
  assert.deepEqual(tested(trace(2, 1, '/app/a.test.js'), trace(3, 2, '/app/cli.js')), [3], 'node --test');
});

test('a program that ends early while all tests report is a finding', async (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'a.test.js'), `
    const { spawn } = require('node:child_process');
    require('node:test')('starts it', (t, done) => {
      spawn(process.execPath, [process.env.PROGRAM], { stdio: 'inherit' }).on('exit', () => done());
    });
  `);
  const access = "let isThere = false; require('node:fs').access(__filename, () => { isThere = true; });\n";
  fs.writeFileSync(path.join(cwd, 'early.js'), `${access}setTimeout(() => { if (!isThere) process.exit(0); }, 50);`);
  fs.writeFileSync(path.join(cwd, 'waits.js'), `${access}setTimeout(() => { process.exitCode = 0; }, 50);`);
  const found = async (PROGRAM) => {
    const env = { PROGRAM, NACD_TEST_PRELOAD: path.join(root, 'lib', 'index.js') };
    const { status, stdout } = await nacd([...ALWAYS, '--', 'node', '--test'], { cwd, env });
    assert.equal(status, 0, stdout);
    return readJson(cwd, '.nacd/campaign.json').findings.map(({ line, runs }) => [line, runs.length]);
  };
  const line = 'early.js ended early, by process.exit() or an error: 1 operation was still pending';
  assert.deepEqual(await found('early.js'), [[line, 3]]);
  assert.deepEqual(await found('waits.js'), []);
});
