'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { isolation } = require('../../../lib/process/isolate.js');
const { makeFolder, nacd, readJson, start, until } = require('../../support/cli.js');

async function failed(t, file = 'race.js', seed = '1') {
  const cwd = makeFolder(t, file);
  await nacd(['run', '--quiet', '--seed', seed, '--', 'node', file], { cwd });
  const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
  return { cwd, id: path.basename(name, '.json') };
}

test('the same failure from the results folder, the run, the file and the id', async (t) => {
  const { cwd, id } = await failed(t);
  for (const target of [[], ['.nacd'], ['.nacd/runs/0001'], [`.nacd/failures/${id}.json`], [id]]) {
    const { status, stdout } = await nacd(['replay', ...target], { cwd });
    assert.equal(status, 1, target.join());
    assert.match(stdout, /failed again: Error: the file was not looked at yet\n3 of 3 delays found their operation\n$/);
  }
});

test('operations that are no longer in the program are named', async (t) => {
  const { cwd, id } = await failed(t);
  const file = path.join(cwd, '.nacd/failures', `${id}.json`);
  const schedule = readJson(file);
  schedule.delays.push({ name: 'fs.open@gone.js:1:1#1', phase: 'callback', delay: 3 });
  fs.writeFileSync(file, JSON.stringify(schedule));
  const { stdout } = await nacd(['replay', id], { cwd });
  assert.match(stdout, /3 of 4 delays found their operation\n.*the program has changed.*\n/);
  assert.match(stdout, /\n {2}callback {2}fs\.open@gone\.js:1:1#1\n$/);
});

test('a corrected program passes: status 0', async (t) => {
  const { cwd, id } = await failed(t);
  fs.writeFileSync(path.join(cwd, 'race.js'), "require('node:fs').access(__filename, () => {});");
  const { status, stdout } = await nacd(['replay', id], { cwd });
  assert.equal(status, 0);
  assert.match(stdout, /the failure did not occur again\n0 of 3 delays found their operation\nnone was found/);
});

test('--verify: two runs of a seed in the same order', async (t) => {
  const { cwd, id } = await failed(t);
  const { status, stdout } = await nacd(['replay', id, '--verify'], { cwd });
  assert.equal(status, 0);
  assert.match(stdout, /two runs, [0-9]+ operations in the same order/);
});

test('--verify names the first difference', async (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'fickle.js'), `
    const fs = require('node:fs');
    fs.stat('.', () => {
      if (fs.existsSync('second')) fs.access('.', () => {});
      else fs.mkdirSync('second');
      if (process.env.NACD_MODE !== 'never') process.exitCode = 1;
    });`);
  await nacd(['run', '--quiet', '--', 'node', 'fickle.js'], { cwd });
  fs.rmdirSync(path.join(cwd, 'second'));
  const { status, stdout } = await nacd(['replay', '--verify'], { cwd });
  assert.equal(status, 1);
  assert.match(stdout, /first difference at operation 2 of 2:\n {2}first run {3}no further operation\n/);
  assert.match(stdout, /\n {2}second run {2}fs\.access callback \(fickle\.js:/);
});

const noSignals = process.platform === 'win32' && 'no process sends SIGINT to another on Windows';

test('--inspect-brk waits for a debugger, and Ctrl-C ends the wait', { skip: noSignals }, async (t) => {
  const { cwd, id } = await failed(t);
  // With its own network no other process uses the debugger's port.
  const own = isolation().prefix ? ['--isolate'] : [];
  const child = start(['replay', id, '--inspect-brk', ...own], { cwd });
  let told = '';
  child.stderr.on('data', (chunk) => {
    told += chunk;
  });
  await until(() => /^Debugger listening on ws:/m.test(told), 'the debugger');
  child.kill('SIGINT');
  const { status, stdout } = await child.ended;
  assert.equal(status, 130);
  assert.doesNotMatch(stdout, /failed again/);
});

test('a file that is no schedule is refused: status 2', async (t) => {
  const cwd = makeFolder(t);
  const bad = { 'a.json': '{', 'b.json': '{"format": 9}', 'd.json': '{}', 'c.json': '{"format": 1, "delays": [{"name": "x"}], "command": ["x"]}' };
  for (const [name, text] of Object.entries(bad)) fs.writeFileSync(path.join(cwd, name), text);
  for (const [target, expected] of [
    ['a.json', /a\.json is not JSON/],
    ['b.json', /b\.json is not a schedule: its "format" is 9, and this version of nacd reads 1\n$/],
    ['d.json', /d\.json is not a schedule: it has no "format", and this version of nacd reads 1\n$/],
    ['c.json', /c\.json is not a schedule: \/delays\/0 has no "name", "phase" and "delay"/],
    ['nothing.json', /cannot read .*nothing\.json/],
    ['ffff', /there is no failure ffff; none is kept/],
    ['.', /contains no results/],
  ]) {
    const { status, stderr } = await nacd(['replay', target], { cwd });
    assert.equal(status, 2, target);
    assert.match(stderr, expected);
  }
});

test('a replay that does not end says what is pending', async (t) => {
  const cwd = makeFolder(t, 'hang.js');
  const args = ['run', '--quiet', '-n', '5', '--seed', '2', '--min-delay', '200', '--timeout', '3', '--', 'node', 'hang.js'];
  await nacd(args, { cwd });
  const { status, stdout } = await nacd(['replay'], { cwd });
  assert.equal(status, 1);
  // How busy a process was is known on Linux alone.
  const told = process.platform === 'linux' ? /hang: nothing happened for the last [0-9.]+ s \(deadlock\)\n {4}/ : /hang/;
  assert.match(stdout, told);
});
