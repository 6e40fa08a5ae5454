'use strict';
// Call sites where the user's code is not what calls the driver.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { record } = require('../../../support/recorded.js');

const LONELY = `const fs = require('node:fs');
exports.after = (callback, file) => setImmediate(() => fs.promises.readFile(file, 'utf8').then(callback));
`;

function packageFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-sites-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'node_modules', 'lonely'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'node_modules', 'lonely', 'index.js'), LONELY);
  return folder;
}

test('a generated file is not the user\'s, and without any caller of the user\'s the place in the package is shown', async (t) => {
  const { of } = await record(t, packageFolder(t), 'call-sites.js', { helpers: ['generated-client.js'] });
  const reads = of('operation').filter(({ request, statement }) => request === 1 && /readFile/.test(statement));
  const [generated, lonely] = reads.map(({ site }) => site);
  assert.match(generated, /^call-sites\.js:11:11$/);
  assert.match(lonely, /node_modules\/lonely\/index\.js:2:\d+$/);
});
