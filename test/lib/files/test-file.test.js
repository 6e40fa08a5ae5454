'use strict';
// A test that the tool writes is read in terminals and reviews: nothing in it is hidden, and it stays a program.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const vm = require('node:vm');

const { testFile } = require('../../../lib/files/test-file.js');
const { makeFolder } = require('../../support/cli.js');

const HOSTILE = [
  '\x1b[2J', '\x07', '\0', '\x9b31m', '\u202e', '\u2066', '\u2028', '\ufeff', '\n::error::x', '\r\n', '"', '\'', '`', '${x}', '*/', '\\', '</script>',
].join(' ');
const HIDDEN = /[\p{Cf}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u;
const RUNNERS = ['vitest', 'mocha', 'jest', 'ava', 'tape', 'tap', 'node --test'];

// Carries out the text of a test with stand-ins for its runner; returns {title, given}: of the test and its proof.
function carriedOut(text) {
  const seen = {};
  const take = (title) => { seen.title = title; };
  const t = Object.assign(take, { test: take, setTimeout() {} });
  const body = text.replace(/^import .*$/gm, '').replace(/^const (?:\{ \w+ \}|\w+) = require.*$/gm, '');
  vm.runInNewContext(`proof = ${/prove\((".*?")\)(?=\)?[;,\n])/.exec(body)[1]}; ${body}`, Object.assign(seen, { test: take, it: take, t, __dirname: '' }));
  return seen;
}

for (const runner of RUNNERS) {
  test(`${runner}: each text of the program`, (t) => {
    const cwd = makeFolder(t);
    fs.writeFileSync(path.join(cwd, 'package.json'), '{}');
    const { file, write } = testFile({ command: ['npx', ...runner.split(' ')], cwd, name: 'nacd-1', seconds: 1, file: path.join(cwd, 'a.test.cjs') });
    write({ comment: [HOSTILE], imported: ['{ prove }', 'nacd-native/gates'], title: HOSTILE, proof: () => `prove(${JSON.stringify(HOSTILE)})` });
    const text = fs.readFileSync(file, 'utf8');
    assert.doesNotMatch(text, HIDDEN);
    assert.equal(text.split('\n').filter((line) => line.startsWith('//')).length, 1);
    const { title, proof } = carriedOut(text);
    assert.equal(proof, HOSTILE); // the proof gets what it was given
    assert.match(title, /\\x1b|\\x07/);
    assert.doesNotMatch(title, HIDDEN);
  });
}
