'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { placeOf } = require('../../../lib/analysis/places.js');
const { makeFolder } = require('../../support/cli.js');

// out.js line 1, column 1 is src/in.ts line 3, column 5 ("AAEI": source 0, two lines down, four columns right).
const MAP = { version: 3, sources: ['src/in.ts'], names: [], mappings: 'AAEI' };

test('a source map is followed, in a file or in the code', (t) => {
  const cwd = makeFolder(t);
  fs.mkdirSync(path.join(cwd, 'src'));
  fs.writeFileSync(path.join(cwd, 'src/in.ts'), 'one\ntwo\n    three\nfour\n');
  fs.writeFileSync(path.join(cwd, 'out.js.map'), JSON.stringify(MAP));
  const inline = `data:application/json;base64,${Buffer.from(JSON.stringify(MAP)).toString('base64')}`;
  for (const url of ['out.js.map', inline]) {
    fs.writeFileSync(path.join(cwd, 'out.js'), `three();\n//# sourceMappingURL=${url}\n`);
    const place = placeOf('out.js:1:1', cwd);
    assert.equal(place.shown, 'src/in.ts:3:5');
    assert.deepEqual(place.frame, ['  1 | one', '  2 | two', '> 3 |     three', '    |     ^', '  4 | four', '  5 |']);
  }
});

test('a missing map, a deleted file and no call site', (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'a.js'), 'x();\n//# sourceMappingURL=gone.map\n');
  assert.equal(placeOf('a.js:1:1', cwd).shown, 'a.js:1:1');
  assert.deepEqual(placeOf('gone.js:7:2', cwd).frame, []);
  assert.equal(placeOf(undefined, cwd), undefined);
});
