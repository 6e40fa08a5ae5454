'use strict';
// The published docs: README and docs/ (lab/ is not in the package).
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { FILE, optionsDoc } = require('../../scripts/options-doc.js');
const { wordsOf } = require('../../scripts/words.js');
const { root } = require('../support/package.js');

const MOST_WORDS = 35_000;
const SHELVES = /^(?:guide|reference|internals)\/[\w-]+\.md$|^bugs-found\.md$/;

const pages = fs.readdirSync(path.join(root, 'docs'), { recursive: true }).filter((name) => name.endsWith('.md'));
const read = (name) => fs.readFileSync(path.join(root, name), 'utf8');

test('docs/reference/options.md is what the tables say (node scripts/options-doc.js writes it)', () => {
  assert.equal(fs.readFileSync(FILE, 'utf8'), optionsDoc());
});

test('README and docs have at most 35,000 words (node scripts/words.js counts them)', () => {
  const { sum } = wordsOf(root);
  assert.ok(sum > 10_000 && sum <= MOST_WORDS, `${sum} words`);
});

test('each page stands on a shelf, begins with its title and a sentence, and README or a page links to it', () => {
  const links = ['README.md', ...pages.map((name) => `docs/${name}`)].flatMap((from) =>
    [...read(from).matchAll(/\]\(([^)#\s]+\.md)/g)].map(([, to]) => path.posix.join(path.posix.dirname(from), to)));
  for (const name of pages) {
    assert.match(name, SHELVES);
    assert.match(read(`docs/${name}`), /^# .+\n\n[A-Za-z`]/, name);
    assert.ok(links.includes(`docs/${name}`), `no page links to ${name}`);
  }
});

test('lab is not published', () => {
  const { files } = JSON.parse(read('package.json'));
  assert.ok(files.includes('docs') && !files.includes('lab'));
});
