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
exports.twice = (file, callback) => fs.stat(file, () => fs.readFile(file, 'utf8', callback));
`;

function packageFolder(t) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-sites-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'node_modules', 'lonely'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'node_modules', 'lonely', 'index.js'), LONELY);
  return folder;
}

// As Prisma's client: it makes an error where it is called, and asks the store in a later turn.
const PRISMA = `const fs = require('node:fs');
exports.getPrismaClient = () => class {
  read(file) {
    const callsite = { _error: new Error('here') };
    return { then: (done, failed) => this._request({ file, callsite }).then(done, failed) };
  }
  _request({ file }) {
    return new Promise((resolve) => {
      process.nextTick(() => setImmediate(() => fs.promises.readFile(file, 'utf8').then((text) => setImmediate(resolve, text))));
    });
  }
};
`;

test('a call of Prisma\'s client has the line at which the program made it', async (t) => {
  const packages = packageFolder(t);
  const folder = path.join(packages, 'node_modules', '@prisma', 'client');
  fs.mkdirSync(path.join(folder, 'runtime'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"@prisma/client","version":"7.0.0"}');
  fs.writeFileSync(path.join(folder, 'runtime', 'client.js'), PRISMA);
  const { of } = await record(t, packages, 'prisma-call.js');
  const { site } = of('operation').find(({ request, statement }) => request === 1 && /readFile/.test(statement));
  assert.equal(site, 'prisma-call.js:11:18');
});

test('a generated file is not the user\'s, and without any caller of the user\'s the place in the package is shown', async (t) => {
  const { of, recorded } = await record(t, packageFolder(t), 'call-sites.js', { helpers: ['generated-client.js'] });
  const reads = of('operation').filter(({ request, statement }) => request === 1 && /readFile/.test(statement));
  const [generated, lonely, second] = reads.map(({ site }) => site);
  assert.equal(lonely, undefined); // the analysis tells statements of one package apart
  assert.equal(second, 'call-sites.js:17:45'); // of the call before, in whose callback it was made
  assert.match(generated, /^call-sites\.js:11:11$/);
  assert.match(fs.readFileSync(recorded[0], 'utf8'), /"node_modules\/lonely\/index\.js:2:\d+"/);
});
