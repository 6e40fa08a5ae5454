'use strict';
// Paths, commands and stacks of Windows and macOS, in the code that reads or writes them.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');

const { stackOf } = require('../../../lib/campaign/fold.js');
const { normalised } = require('../../../lib/campaign/outputs/last-error.js');
const { shellWord } = require('../../../lib/messages/words.js');
const { slashed } = require('../../../lib/names/slashes.js');

const vectors = require('../../fixtures/names/paths.json');

const LIB = path.join(__dirname, '..', '..', '..', 'lib');

test('a script has one path, however Windows names it', () => {
  for (const name of ['C:\\a b\\c.mjs', 'file:///C:/a%20b/c.mjs', 'file:///c:/a%20b/c.mjs']) {
    assert.equal(slashed(name, true), 'C:/a b/c.mjs', name);
  }
  assert.equal(slashed('file://server/share/c.js', true), '//server/share/c.js');
  for (const one of vectors.slashed) assert.equal(slashed(one.path, one.backslashes), one.slashed);
});

test('on other systems a backslash and a colon are letters', () => {
  assert.equal(slashed('file:///a%20b/%C3%BC.mjs', false), '/a b/ü.mjs');
  assert.equal(slashed('file:///100%.mjs', false), '/100%.mjs');
});

test('commands to repeat are words of the shell that the user has', () => {
  const file = '.nacd\\failures\\1a2b.json';
  assert.equal(shellWord(file, true), file);
  assert.equal(shellWord('C:\\My Files\\a.json', true), '"C:\\My Files\\a.json"');
  assert.equal(shellWord('say "hi"', true), '"say \\"hi\\""');
  assert.equal(shellWord("it's", true), '"it\'s"');
  assert.equal(shellWord('100%', true), '"100%"');
  assert.equal(shellWord(file, false), `'${file}'`);
});

test('folders are no part of a title', () => {
  const error = "Error: ENOENT: no such file or directory, open '";
  assert.equal(normalised(`${error}C:\\Users\\An Na\\tmp-1\\a.json'`), `${error}a.json'`);
  assert.equal(normalised(`${error}D:/a/_work/a.json'`), `${error}a.json'`);
  assert.equal(normalised(`${error}/private/var/folders/x/a.json'`), `${error}a.json'`);
  assert.equal(normalised(`${error}/home/An Na/naïve ü/a.json'`), `${error}a.json'`);
  assert.equal(normalised('read /home/Zoë/a.json or \'/\''), 'read a.json or \'/\'');
});

// The modules read process.platform when they are loaded.
function onWindows(code) {
  const fake = "Object.defineProperty(process, 'platform', { value: 'win32' });";
  return JSON.parse(execFileSync(process.execPath, ['-e', `${fake} console.log(JSON.stringify(${code}))`], { cwd: LIB, encoding: 'utf8' }));
}

test('a test runner is known by its path', () => {
  const script = 'C:\\\\a\\\\node_modules\\\\mocha\\\\bin\\\\mocha.js';
  assert.equal(onWindows(`require('./options/test-process.js').isTestRunner('${script}')`), true);
  assert.equal(onWindows("require('./options/test-process.js').isTestRunner('C:\\\\mocha\\\\bin\\\\mocha.js')"), false);
});

test('frames of stacks are read with drives', () => {
  const own = ['at f (C:\\a\\b.js:1:2)', 'at g (file:///C:/a/c.mjs:3:4)', 'at C:\\a\\d.js:5:6', 'at e (/a/e.js:7:8)'];
  const others = ['at h (C:\\a\\node_modules\\m\\i.js:1:2)', 'at i (node:fs:1:2)'];
  const text = ['Error: x', ...own, ...others].join('\n    ');
  assert.equal(stackOf(text), ['Error: x', ...own].join('\n'));
});

test('the engine is found by the name of the system', () => {
  assert.equal(onWindows("require('./options/platform.js').platformName()"), `win32-${process.arch}`);
});
