'use strict';
// A test runner that is added to lib/options/runners.js is known everywhere. These tests use a copy of the package.
const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { before, test, after } = require('node:test');
const { cleanEnv } = require('../../support/cli.js');
const { root } = require('../../support/package.js');

const ADDED = {
  name: 'newrunner', packages: ['newrunner/'], command: 'npx newrunner', output: 'newrunner', hooks: '__newrunner__',
};

const READER = `
  exports.detailsOf = (text) => [...text.matchAll(/^BAD (.+)$/gm)].map(([, title]) => ({ title, lines: [] }));
  exports.countsOf = () => [];
`;

// Runs the test file t.js with a limit of 1 s.
const PROGRAM = `
  const found = [];
  globalThis.__newrunner__ = { beforeEach: () => found.push('before'), afterEach: () => found.push('after') };
  const limit = setTimeout(() => { console.log('limit'); process.exit(1); }, 1000);
  require('../../t.js')(() => { clearTimeout(limit); console.log('done', ...found); });
`;

// Its own time is some milliseconds; ten delays of 200 ms are longer than the limit.
const WORK = `
  module.exports = (done) => {
    const work = (left) => (left === 0 ? done() : require('node:fs').stat('.', () => work(left - 1)));
    work(10);
  };
`;

let copy;
let project;

before(() => {
  fs.mkdirSync(path.join(root, '.cache'), { recursive: true });
  copy = fs.mkdtempSync(path.join(root, '.cache', 'nacd-runners-'));
  for (const name of ['lib', 'model', 'package.json']) fs.cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  fs.mkdirSync(path.join(copy, 'build/Release'), { recursive: true });
  fs.copyFileSync(path.join(root, 'build/Release/nacd_native.node'), path.join(copy, 'build/Release/nacd_native.node'));
  fs.appendFileSync(path.join(copy, 'lib/options/runners.js'), `RUNNERS.push(${JSON.stringify(ADDED)});\n`);
  fs.writeFileSync(path.join(copy, 'lib/campaign/outputs/newrunner.js'), READER);
  project = path.join(copy, 'project');
  fs.mkdirSync(project);
  fs.writeFileSync(path.join(project, 'package.json'), '{"scripts": {"test": "newrunner"}}');
  for (const name of ['newrunner', 'brittle', 'unknown']) {
    fs.mkdirSync(path.join(project, 'node_modules', name), { recursive: true });
    fs.writeFileSync(path.join(project, 'node_modules', name, 'cli.js'), PROGRAM);
  }
});

after(() => fs.rmSync(copy, { recursive: true, force: true }));

function node(args, env) {
  const options = { cwd: project, encoding: 'utf8', env: cleanEnv({ NACD_TEST_PRELOAD: undefined, ...env }) };
  return spawnSync(process.execPath, args, options);
}

test('init and doctor find it', () => {
  assert.match(node([path.join(copy, 'lib/cli/main.js'), 'init']).stdout, /^ {2}newrunner {4}npx nacd run -- npx newrunner$/m);
  assert.match(node([path.join(copy, 'lib/cli/main.js'), 'doctor']).stdout, /test runners here: newrunner \(/);
});

test('a campaign reads its output', () => {
  const { failingTests } = require(path.join(copy, 'lib/campaign/outputs/index.js'));
  assert.deepEqual(failingTests('BAD the title\n', ''), ['the title']);
});

test('delays do not use up its limits', () => {
  fs.writeFileSync(path.join(project, 't.js'), WORK);
  const settings = { NACD_MODE: 'always', NACD_ENGINE: 'api', NACD_MIN_DELAY: '200', NACD_MAX_DELAY: '200', NACD_QUIET: '1' };
  const run = (name) => node(['-r', copy, `node_modules/${name}/cli.js`], settings);
  const { stdout, stderr } = run('newrunner');
  assert.deepEqual([stdout, stderr], ['done\n', '']);
  assert.equal(run('brittle').stdout, 'done\n');
  assert.equal(run('unknown').stdout, 'limit\n', 'the limit of a program that is no test runner is as it was');
});

test('gates are bound to its tests', () => {
  fs.writeFileSync(path.join(project, 't.js'), `require('${copy}/lib/gates.js'); module.exports = (done) => done();`);
  assert.equal(node(['node_modules/newrunner/cli.js']).stdout, 'done before after\n');
});
