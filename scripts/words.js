'use strict';
// Counts the published words: README and the pages of docs. node scripts/words.js prints them, longest page first.
const fs = require('node:fs');
const path = require('node:path');

/** Returns {pages: [{name, words}], sum} of the package in the folder `root`. */
function wordsOf(root) {
  const inDocs = fs.readdirSync(path.join(root, 'docs'), { recursive: true }).filter((name) => name.endsWith('.md'));
  const names = ['README.md', ...inDocs.map((name) => path.posix.join('docs', name))];
  const pages = names.map((name) => ({ name, words: fs.readFileSync(path.join(root, name), 'utf8').split(/\s+/).filter(Boolean).length }));
  return { pages, sum: pages.reduce((sum, { words }) => sum + words, 0) };
}

if (require.main === module) {
  const { pages, sum } = wordsOf(path.join(__dirname, '..'));
  for (const { name, words } of pages.sort((one, other) => other.words - one.words)) console.log(`${words}  ${name}`);
  console.log(`${sum}  all`);
}

module.exports = { wordsOf };
