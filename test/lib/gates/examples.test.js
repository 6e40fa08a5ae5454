'use strict';
// Runs the examples of docs/guide/gates.md, and compares them with the page.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { ENGINES, PRELOAD, execute, root } = require('./support.js');

const EXAMPLES = path.join(__dirname, '../../fixtures/gates/paper/examples.js');

for (const [engine, clock] of ENGINES) {
  test(`the paper's examples, 3 times (${engine}, ${clock})`, async () => {
    for (let run = 0; run < 3; run++) {
      const env = { NACD_ENGINE: engine, NACD_CLOCK: clock };
      const { status, stdout, stderr } = await execute(['-r', PRELOAD, EXAMPLES], { env });
      assert.equal(status, 0, stdout + stderr);
    }
  });
}

test('docs/guide/gates.md shows the same examples', () => {
  const squeezed = (text) => text.replaceAll(/\s+/g, ' ');
  const source = squeezed(fs.readFileSync(EXAMPLES, 'utf8')).replaceAll('examples.js', 'FILE');
  const page = fs.readFileSync(path.join(root, 'docs', 'guide', 'gates.md'), 'utf8');
  const blocks = [...page.matchAll(/<!-- example -->\n\n((?: {4}.*\n|\n)+)/g)]
    .map(([, block]) => squeezed(block).trim());
  assert.equal(blocks.length, 4);
  for (const block of blocks) {
    assert.ok(source.includes(block.replaceAll('examples.js', 'FILE')), block);
  }
});
