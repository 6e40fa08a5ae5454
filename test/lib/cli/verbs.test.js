'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd } = require('../../support/cli.js');

test('what is wrong is told before the first run', async (t) => {
  const cwd = makeFolder(t);
  for (const [args, told] of [
    [['doctor', 'there'], 'nacd doctor: no argument is allowed, not there\n'],
    [['run', '--model', 'none', '--', 'node', '-e', '0'], 'nacd: --model=none is not valid: it does not exist; '
      + 'allowed is a file or a folder of *.json files\n'],
  ]) {
    const { status, stdout, stderr } = await nacd(args, { cwd });
    assert.deepEqual([status, stdout, stderr], [2, '', told]);
  }
});

test('prove: fails before the fix, holds after it', async (t) => {
  const cwd = makeFolder(t, 'race.js', 'steady.js');
  await nacd(['run', '--seed', '1', '--quiet', '--', 'node', 'race.js'], { cwd });
  const before = await nacd(['prove', '-n', '1'], { cwd });
  assert.equal(before.status, 1);
  assert.match(before.stdout, /the old schedule {2}failed 10 of 10\n/);
  assert.match(before.stdout, /FAILS: the fix does not hold\n$/);
  fs.copyFileSync(path.join(cwd, 'steady.js'), path.join(cwd, 'race.js'));
  const after = await nacd(['prove', '-n', '2', '--max-delay', '20'], { cwd });
  assert.equal(after.status, 0);
  assert.match(after.stdout, /0 of 3 old delays found their operation\n/);
  assert.match(after.stdout, /HOLDS: with 95 % confidence fewer than /);
});

test('prove: nothing holds with a schedule that was not seen to fail again', async (t) => {
  const cwd = makeFolder(t, 'race.js', 'steady.js');
  const [race, steady, program] = ['race.js', 'steady.js', 'program.js'].map((name) => path.join(cwd, name));
  fs.copyFileSync(race, program);
  await nacd(['run', '--seed', '1', '--quiet', '--', 'node', 'program.js'], { cwd });
  fs.copyFileSync(steady, program);
  const prove = () => nacd(['prove', '-n', '8', '--max-delay', '20'], { cwd });
  const before = await prove();
  assert.equal(before.status, 1);
  assert.match(before.stdout, /NOT PROVED: nothing fails now, but this schedule was not shown to fail before/);
  assert.doesNotMatch(before.stdout, /HOLDS/);
  await nacd(['replay', '-n', '2'], { cwd });
  assert.match((await prove()).stdout, /NOT PROVED/, 'replays of the fixed program show nothing');
  fs.copyFileSync(race, program);
  await nacd(['replay', '-n', '2'], { cwd });
  fs.copyFileSync(steady, program);
  const after = await prove();
  assert.match(after.stdout, /before the fix {4}failed 2 of 2\n[^]*\nHOLDS: /);
  assert.equal(after.status, 0);
});

const onLinux = { skip: process.platform === 'linux' ? false : 'the loop engine needs Linux' };

test('prove: the old order of a program whose lines have moved', onLinux, async (t) => {
  const cwd = makeFolder(t, 'answers.js');
  const command = ['node', 'answers.js'];
  const failure = { id: 'abcdef', title: 'Error: answers out of order', verdict: 'failed' };
  const delays = [{ name: 'http.get@answers.js:13:8#1/connect#1/ready#1', phase: 'descriptor', delay: 400 }];
  const kept = path.join('.nacd', 'failures', 'abcdef.json');
  fs.mkdirSync(path.join(cwd, '.nacd', 'failures'), { recursive: true });
  fs.writeFileSync(path.join(cwd, kept), JSON.stringify({ format: 1, options: { engine: 'both', clock: 'virtual' }, command, failure, delays }));
  const env = { NACD_TEST_PRELOAD: undefined }; // the addon itself
  const nacdFor = (verb, ...args) => nacd([verb, kept, ...args, '--', ...command], { cwd, env });
  const { stdout } = await nacdFor('minimize');
  assert.match(stdout, /descriptor http\.get@answers\.js:13:8#1\/connect#1\/ready#1\n {4}waits for /);
  const file = path.join(cwd, 'answers.js');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  lines.splice(1, 0, '', '// more', '// lines');
  fs.writeFileSync(file, lines.join('\n'));
  const moved = await nacdFor('prove', '-n', '1');
  assert.match(moved.stdout, /the old schedule {2}failed 10 of 10\n/);
  assert.match(moved.stdout, /1 of 1 old delay found its operation/);
  const second = lines.findIndex((line) => line.includes("path: '/second'"));
  lines[second - 1] = lines[second - 1].replace('answered', `(response) => {\n    answered(response);\n  ${lines[second]}\n  }`);
  lines.splice(second, 1);
  fs.writeFileSync(file, lines.join('\n'));
  const fixed = await nacdFor('prove', '-n', '1');
  assert.equal(fixed.status, 0, fixed.stdout);
  assert.match(fixed.stdout, /the program no longer (?:allows|has) this order: /);
  assert.match(fixed.stdout, /HOLDS: /);
});

test('doctor says what is special here', async (t) => {
  const cwd = makeFolder(t);
  const { stdout: nothing } = await nacd(['doctor'], { cwd });
  if (process.platform !== 'win32') {
    assert.match(nothing, /^(?:yes {2}pages of memory have 4 KiB| {5}pages of memory have \d+ KiB, which is unusual)/m);
  }
  assert.match(nothing, /^ {5}clock virtual: .* is ahead of file times, .* by 5 min at most; --clock real/m);
  assert.doesNotMatch(nothing, /one copy|permission model|Electron/);
  const copy = path.join(cwd, 'node_modules', 'nacd-native');
  fs.mkdirSync(copy, { recursive: true });
  fs.writeFileSync(path.join(copy, 'package.json'), '{ "name": "nacd-native", "version": "0.0.1" }');
  const json = { devDependencies: { electron: '1' }, scripts: { test: 'node --permission --allow-fs-read=* a.js' } };
  fs.writeFileSync(path.join(cwd, 'package.json'), JSON.stringify(json));
  const { stdout } = await nacd(['doctor'], { cwd });
  assert.match(stdout, /^no {3}one copy of nacd-native: programs here load \S+[\\/]nacd-native, this is \S/m);
  assert.match(stdout, /^no {3}Node's permission model, in the script "test" of package\.json: .*--allow-addons/m);
  assert.match(stdout, /^ {5}Electron: /m);
});

test('doctor tries the addon', async (t) => {
  const cwd = makeFolder(t);
  const real = { NACD_TEST_PRELOAD: path.join(__dirname, '..', '..', '..', 'lib', 'index.js') };
  const { status, stdout } = await nacd(['doctor'], { cwd, env: real });
  assert.equal(status, 0);
  assert.match(stdout, /^yes {2}the addon loads and traces, by default with engine \w+ and clock \w+$/m);
  assert.match(stdout, /^yes {2}engine api$/m);
  assert.match(stdout, /test runners here: unknown, because there is no package\.json/);
  const { stdout: without } = await nacd(['doctor'], { cwd, env: { ...real, UV_USE_IO_URING: '1' } });
  assert.match(without, /by default with engine api and clock real$/m);
  assert.match(without, /^no {3}engine loop: NACD_ENGINE=loop is not possible here: .+/m);
  const broken = await nacd(['doctor'], { cwd, env: { NACD_TEST_PRELOAD: '/nothing/here.js' } });
  assert.equal(broken.status, 2);
  assert.match(broken.stdout, /^no {3}the addon loads and traces: /m);
});

test('the tool ends when its work is done, whatever a package in NODE_OPTIONS keeps open', async (t) => {
  const cwd = makeFolder(t, 'race.js');
  fs.writeFileSync(path.join(cwd, 'agent.js'), 'setInterval(() => {}, 1000);\n');
  const env = { NODE_OPTIONS: `--require ${path.join(cwd, 'agent.js')}` };
  const { status, stdout } = await nacd(['--version'], { cwd, env });
  assert.equal(status, 0);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  assert.equal((await nacd(['run', '--out', '.', '--no-such'], { cwd, env })).status, 2);
});
