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
