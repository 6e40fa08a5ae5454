'use strict';
// The state of folders.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { within } = require('../../../../../lib/preload/requests/context.js');
const { facts } = require('../../../../../lib/preload/requests/drivers/files.js');
const { readerOf } = require('../../../../../lib/preload/requests/prove/readers/files.js');

test('of the folder for temporary files those are read that the program uses', async (t) => {
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-temporary-'));
  t.after(() => fs.rmSync(temporary, { recursive: true }));
  t.mock.method(os, 'tmpdir', () => temporary);
  for (const name of ['upload', 'foreign']) fs.writeFileSync(path.join(temporary, name), '1');
  const file = path.join(temporary, 'upload');
  const { object } = within({ request: {} }, facts, undefined, [undefined, [file], { command: 'writeFile' }]);
  const reader = readerOf({ latest: object });
  assert.deepEqual((await reader.read(temporary)).rows, [{ name: 'upload', content: 1 }]);
  assert.ok(reader.tables().includes(temporary));
});

test('of a folder with very many files those are read that the program uses', async (t) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-large-'));
  t.after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'zz-last');
  fs.writeFileSync(file, '1');
  const { object } = within({ request: {} }, facts, undefined, [undefined, [file], { command: 'writeFile' }]);
  const { read } = readerOf({ latest: object });
  fs.writeFileSync(path.join(folder, 'other'), '2');
  assert.equal((await read(folder)).rows.length, 2); // all of a small one
  for (let i = 0; i < 10_000; i++) fs.closeSync(fs.openSync(path.join(folder, `a-${i}`), 'w'));
  assert.deepEqual((await read(folder)).rows, [{ name: 'zz-last', content: 1 }]);
});
