'use strict';
// The test that is written of a request race: its runner, its language and its name.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { writeRaceTest } = require('../../../../lib/requests/report/as-test.js');
const { temporaryFolder } = require('../../../support/package.js');

const race = { id: 'abcdef', title: 'it "succeeds" twice', order: [{ who: 'A', verb: 'select' }] };
const schedule = { format: 1, kind: 'request race', race, delays: [] };

/** Returns {name, text, data} of the test that is written in a project with this package.json and these files. */
function writtenIn(t, content, ...files) {
  const cwd = temporaryFolder(t, 'nacd-as-test-');
  fs.writeFileSync(path.join(cwd, 'package.json'), JSON.stringify(content));
  for (const file of files) {
    fs.mkdirSync(path.dirname(path.join(cwd, file)), { recursive: true });
    fs.writeFileSync(path.join(cwd, file), '');
  }
  const written = writeRaceTest({ schedule, command: ['npm', 'test'], cwd });
  const name = (file) => path.relative(cwd, file).split(path.sep).join('/');
  return { name: name(written.test), data: name(written.data), text: fs.readFileSync(written.test, 'utf8') };
}

const scripts = (command, more = {}) => ({ scripts: { test: command }, ...more });

test('the test is named as those beside it, since a runner may take no others', (t) => {
  const nameOf = (...project) => writtenIn(t, ...project).name;
  assert.equal(nameOf(scripts('mocha')), 'nacd-abcdef.test.mjs');
  assert.equal(nameOf(scripts('mocha'), 'app.js', 'other.spec.js'), 'nacd-abcdef.spec.js');
  assert.equal(nameOf(scripts('mocha'), 'test/posts.js', 'test/users.js'), 'test/nacd-abcdef.js');
  assert.equal(nameOf(scripts('mocha'), 'test/a.test.js', 'test/helper.js', 'test/more.js'), 'test/nacd-abcdef.test.js');
  assert.equal(nameOf(scripts('mocha -r ts-node/register'), 'test/a.test.ts'), 'test/nacd-abcdef.test.mjs');
  const chain = { scripts: { test: 'npm run lint && npm run unit', unit: 'mocha' } };
  assert.match(writtenIn(t, chain, 'test/posts.js').text, /require\('mocha'\)/);
  assert.match(writtenIn(t, scripts('make check', { devDependencies: { mocha: '11' } }), 'test/a.js').text, /require\('mocha'\)/);
  assert.equal(nameOf(scripts('jest'), 'app.js'), 'nacd-abcdef.test.js');
  const { name, data } = writtenIn(t, scripts('jest'), 'test/a.spec.ts');
  assert.deepEqual([name, data], ['test/nacd-abcdef.spec.ts', 'test/nacd-abcdef.race.json']);
});

test('the test is in the language of its file', (t) => {
  const common = writtenIn(t, scripts('mocha'), 'test/a.js').text;
  assert.match(common, /^const \{ it \} = require\('mocha'\);\nconst \{ proveRace \} = require\('nacd-native\//m);
  assert.match(common, /^ {2}await proveRace\("\.\/nacd-abcdef\.race\.json", \{ from: __filename \}\);$/m);
  const modern = writtenIn(t, scripts('node --test', { type: 'module' }), 'test/a.test.js').text;
  assert.match(modern, /^import \{ test \} from 'node:test';$/m);
  assert.match(modern, /^test\("it \\"succeeds\\" twice", \(\) => proveRace\(.*, \{ from: import\.meta\.url \}\)\);$/m);
  const typed = writtenIn(t, scripts('jest'), 'test/a.test.ts').text;
  assert.match(typed, /^import \{ proveRace \} from 'nacd-native\/api';\n\ntest\(/m);
  assert.match(typed, /from: __filename \}\), 660000\);$/m);
  const esm = writtenIn(t, scripts('NODE_OPTIONS=--experimental-vm-modules jest', { type: 'module' }), 'test/a.test.js').text;
  assert.match(esm, /from: import\.meta\.url/);
  assert.match(writtenIn(t, scripts('vitest run'), 'test/a.test.ts').text, /^import \{ test \} from 'vitest';$/m);
  const ava = writtenIn(t, scripts('ava', { type: 'module' }), 'test/a.js').text;
  assert.match(ava, /^import test from 'ava';$/m);
  assert.match(ava, /^ {2}if \(!process\.env\.NACD_RUN_MARKER\) t\.timeout\(660000\);$/m);
  assert.match(ava, /^ {2}await proveRace\(.*\);\n {2}t\.pass\(\);$/m);
  const tap = writtenIn(t, scripts('tap --disable-coverage'), 'test/a.js').text;
  assert.match(tap, /^const t = require\('tap'\);$/m);
  assert.match(tap, /^t\.setTimeout\(660000\);\nt\.test\(.*\n {2}await proveRace\(.*\);\n {2}t\.pass\(\);$/m);
  const { text } = writtenIn(t, scripts('node --test --test-reporter=tap | tap-spec'), 'test/a.js');
  assert.match(text, /require\('node:test'\)/);
});
