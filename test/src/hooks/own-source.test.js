'use strict';
// lib/preload/start.js leaves out lines that begin with "//" of modules that each start needs: they must be comments.
// All of ours are looked at, since any may become one of those.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const ts = require('typescript');
const { root } = require('./harness.js');

const folder = path.join(root, 'lib');
const files = fs.readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.js'));

function linesInText(name) {
  const source = ts.createSourceFile(name, fs.readFileSync(path.join(folder, name), 'utf8'), ts.ScriptTarget.Latest);
  const found = [];
  const visit = (node) => {
    if (ts.isTemplateLiteralToken(node) && /\n *\/\//.test(node.getText(source))) found.push(`${name}: ${node.getText(source)}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('no text of our modules has a line that looks like a comment', () => {
  assert.ok(files.length > 100);
  assert.deepEqual(files.flatMap(linesInText), []);
});
