'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { withOriginals } = require('../../../../lib/requests/report/originals.js');
const { makeFolder } = require('../../../support/cli.js');

// Line 1, column 1 of the compiled file is line 3, column 5 of the source.
const MAP = JSON.stringify({ version: 3, sources: ['../src/shop.ts'], names: [], mappings: 'AAEI' });

function service(t) {
  const folder = makeFolder(t);
  fs.mkdirSync(path.join(folder, 'dist'));
  fs.writeFileSync(path.join(folder, 'dist/shop.js'), 'redeem();\n//# sourceMappingURL=shop.js.map\n');
  fs.writeFileSync(path.join(folder, 'dist/shop.js.map'), MAP);
  return folder;
}

test('call sites in compiled files are told as the user wrote them, wherever a race names them', (t) => {
  const race = { windows: { A: { operations: [{ site: 'dist/shop.js:1:1', statement: 'dist/shop.js:1:1' }] } },
    order: [{ site: 'dist/shop.js:1:1' }, { site: 'other.js:1:1' }, { site: undefined }] };
  assert.deepEqual(withOriginals(race, [service(t)]), {
    windows: { A: { operations: [{ site: 'src/shop.ts:3:5', statement: 'dist/shop.js:1:1' }] } },
    order: [{ site: 'src/shop.ts:3:5' }, { site: 'other.js:1:1' }, {}],
  });
});

test('of two services with a file of one name none is taken', (t) => {
  const race = { order: [{ site: 'dist/shop.js:1:1' }] };
  assert.deepEqual(withOriginals(race, [service(t), service(t)]), race);
});
