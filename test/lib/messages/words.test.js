'use strict';
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const { test } = require('node:test');
const { commandLine, percent, plural, seconds, shellWord } = require('../../../lib/messages/words.js');

test('durations', () => {
  const shown = { 0: '0.0 s', 949: '0.9 s', 12_400: '12 s', 119_000: '119 s', 300_000: '5 min', 7_200_000: '2.0 h' };
  for (const [ms, text] of Object.entries(shown)) assert.equal(seconds(Number(ms)), text);
});

test('shares', () => {
  for (const [share, text] of [[0, '0 %'], [0.0333, '3.3 %'], [0.1, '10 %'], [1, '100 %']]) assert.equal(percent(share), text);
});

test('plurals', () => {
  assert.deepEqual([0, 1, 2].map((count) => plural(count, 'run')), ['0 runs', '1 run', '2 runs']);
});

test('a word is quoted only if a shell would change it', () => {
  assert.equal(shellWord('./a/b-1.js'), './a/b-1.js');
  assert.equal(shellWord(''), "''");
  assert.equal(commandLine(['node', '-e', 'a b']), "node -e 'a b'");
});

test('a shell reads a quoted word as it was', { skip: process.platform === 'win32' }, () => {
  for (const word of ["it's", '$HOME', 'a\nb', '*', '"', '\\', '']) {
    assert.equal(execFileSync('/bin/sh', ['-c', `printf %s ${shellWord(word)}`], { encoding: 'utf8' }), word);
  }
});
