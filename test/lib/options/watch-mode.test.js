'use strict';
// Commands that watch files never end.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { watchingOf } = require('../../../lib/options/watch-mode.js');
const { makeFolder, nacd } = require('../../support/cli.js');

const SCRIPTS = {
  test: 'npm run lint && npm run unit', lint: 'eslint .', unit: 'cross-env NODE_ENV=test mocha "test/*.js"', watch: 'mocha -w',
  both: 'nodemon app.js & mocha', again: 'npm run again', start: 'node --watch app.js', cra: 'jest --watchAll=false',
};

const WATCHING = {
  'mocha --watch': 'mocha --watch',
  'npx mocha test -w': 'mocha -w',
  'node node_modules/mocha/bin/mocha.js -w': 'mocha -w',
  'node_modules/.bin/jest --watch': 'jest --watch',
  'jest --watchAll=true': 'jest --watchAll=true',
  'npx vitest --watch': 'vitest --watch',
  'vitest watch': 'vitest watch',
  '/usr/bin/node --enable-source-maps --watch app.js': 'node --watch',
  'node --test --watch': 'node --watch',
  'tsx watch app.ts': 'tsx watch',
  'nodemon app.js': 'nodemon',
  'npm run watch': 'mocha -w',
  'yarn watch': 'mocha -w',
  'npm start': 'node --watch',
  'npm run unit -- --watch': 'mocha --watch',
  'pnpm unit --watch': 'mocha --watch',
};

const ENDING = [
  'mocha', 'mocha test/watch.js', 'jest -w 2', 'jest --watch=false', 'jest --watchAll false', 'vitest', 'vitest run -w',
  'node app.js --watch', 'node mocha.js -w', 'git grep mocha -w', 'npm test', 'npm test --watch', 'npm run both', 'npm run again',
  'npm run cra', 'npm run none', 'timeout 9 node --watch app.js', 'mocha -- --watch', 'npm', 'yarn mocha',
];

function makeProject(t) {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ scripts: SCRIPTS }));
  return cwd;
}

test('a command that watches files is known by its words, and by the scripts that it runs', (t) => {
  const cwd = makeProject(t);
  for (const [command, told] of Object.entries(WATCHING)) assert.equal(watchingOf(command.split(' '), cwd), told, command);
  for (const command of ENDING) assert.equal(watchingOf(command.split(' '), cwd), undefined, command);
  assert.equal(watchingOf(['sh', '-c', 'npm run lint; mocha --watch 2>&1'], cwd), 'mocha --watch');
});

test('it is refused with one line and status 2, before any run', async (t) => {
  const cwd = makeProject(t);
  const { status, stdout, stderr } = await nacd(['run', '--', 'npm', 'run', 'watch'], { cwd });
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.equal(stderr, 'nacd: the command starts mocha -w, which restarts the program and never ends: start it without\n');
  assert.equal(fs.existsSync(path.join(cwd, '.nacd')), false);
  const delay = { name: 'fs.stat:a#1', phase: 'callback', delay: 1 };
  fs.writeFileSync(path.join(cwd, 'old.json'), JSON.stringify({ format: 1, command: ['node', '--watch', 'a.js'], delays: [delay] }));
  const replayed = await nacd(['replay', 'old.json', '--yes'], { cwd });
  assert.equal(replayed.status, 2);
  assert.match(replayed.stderr, /the command starts node --watch/);
});
