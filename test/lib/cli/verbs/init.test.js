'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../../support/cli.js');

function project(t, json, files = []) {
  const cwd = makeFolder(t);
  if (json) fs.writeFileSync(path.join(cwd, 'package.json'), `${JSON.stringify(json, null, '\t')}\n`);
  for (const file of files) fs.writeFileSync(path.join(cwd, file), '');
  return cwd;
}

const PLACEHOLDER = { scripts: { test: 'echo "Error: no test specified" && exit 1' } };

// [what is in the folder, the command, how it was found]
const FOUND = [
  [{ scripts: { test: 'mocha' } }, [], ['npm', 'test'], 'the test script of package.json'],
  [{ scripts: { test: 'mocha' } }, ['pnpm-lock.yaml'], ['pnpm', 'test'], 'the test script of package.json'],
  [{ scripts: { test: 'mocha' } }, ['yarn.lock'], ['yarn', 'test'], 'the test script of package.json'],
  [{ ...PLACEHOLDER, devDependencies: { vitest: '4' } }, [], ['npx', 'vitest', 'run', '--pool=forks'], 'the project uses vitest'],
  [PLACEHOLDER, ['a.test.js'], ['node', '--test'], 'there are test files'],
  [{ ...PLACEHOLDER, main: 'main.js' }, ['main.js', 'app.js'], ['node', 'main.js'], 'no tests were found, so this runs the program'],
  [undefined, ['app.js'], ['node', 'app.js'], 'no tests were found, so this runs the program'],
];

for (const [json, files, command, reason] of FOUND) {
  test(`init finds ${command.join(' ')}: ${reason}`, async (t) => {
    const cwd = project(t, json, files);
    const { status, stdout } = await nacd(['init'], { cwd });
    assert.equal(status, 0);
    assert.ok(stdout.startsWith(`found: ${command.join(' ')} (${reason})\nwrote nacd.config.json`), stdout);
    assert.match(stdout, /^next: npx nacd run$/m);
    assert.deepEqual(readJson(cwd, 'nacd.config.json'), { command, runs: 30 });
  });
}

test('init leaves a configuration that is there, in either file', async (t) => {
  const cwd = project(t, { scripts: { test: 'mocha' }, nacd: { command: ['node', 'x.js'] } });
  const { status, stdout } = await nacd(['init'], { cwd });
  assert.equal(status, 0);
  assert.match(stdout, /^found: node x\.js \(the "command" of package\.json\)\npackage\.json .*was not changed$/m);
  assert.equal(fs.existsSync(path.join(cwd, 'nacd.config.json')), false);
  fs.writeFileSync(path.join(cwd, 'nacd.config.json'), '{}');
  assert.match((await nacd(['init'], { cwd })).stdout, /^found: npm test .*\nnacd\.config\.json .*was not changed$/m);
  assert.equal(fs.readFileSync(path.join(cwd, 'nacd.config.json'), 'utf8'), '{}');
});

test('init --package writes the key "nacd" and keeps the rest of package.json', async (t) => {
  const cwd = project(t, { name: 'x', scripts: { test: 'mocha' } });
  const { status, stdout } = await nacd(['init', '--package'], { cwd });
  assert.equal(status, 0);
  assert.match(stdout, /^wrote package\.json: /m);
  const nacdKey = { command: ['npm', 'test'], runs: 30 };
  const expected = `${JSON.stringify({ name: 'x', scripts: { test: 'mocha' }, nacd: nacdKey }, null, '\t')}\n`;
  assert.equal(fs.readFileSync(path.join(cwd, 'package.json'), 'utf8'), expected);
  const without = await nacd(['init', '--package'], { cwd: project(t, undefined, ['app.js']) });
  assert.equal(without.status, 2);
  assert.match(without.stderr, /^nacd init: --package needs a package\.json here.*\n$/);
});

test('init where nothing can be run writes nothing and says what to do', async (t) => {
  const cwd = project(t);
  const { status, stdout } = await nacd(['init'], { cwd });
  assert.equal(status, 2);
  assert.match(stdout, /^nacd: found no tests and no program here: write a command after "npx nacd run --"/);
  assert.deepEqual(fs.readdirSync(cwd), []);
});

test('nacd without a verb says in a project what to type next, in five lines', async (t) => {
  const { status, stdout } = await nacd([], { cwd: project(t, { scripts: { test: 'mocha' } }) });
  assert.equal(status, 2);
  assert.equal(stdout.trimEnd().split('\n').length, 5);
  assert.match(stdout, /^found: npm test \(the test script of package\.json\)\nnext: {6}npx nacd run -- npm test$/m);
  assert.match((await nacd([], { cwd: project(t) })).stdout, /^nacd: finds event races/);
});
