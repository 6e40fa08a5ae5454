'use strict';
// Files as a store.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { within } = require('../../../../lib/preload/requests/context.js');
const { facts } = require('../../../../lib/preload/requests/drivers/files.js');
const { record } = require('../../../support/recorded.js');
const { root } = require('../../../support/package.js');

test('calls on files of the working directory have their request, folder and name', async (t) => {
  const { of, stdout } = await record(t, root, 'files.js');
  assert.equal(stdout, '1 2\n');
  const operations = of('operation').filter(({ request }) => request === 2);
  assert.deepEqual(operations.map(({ statement, site }) => [statement, site.split(':')[1]]), [
    ['mkdir data', '7'], ['open data/lock ?', '8'], ['exists data/n', '9'], ['readFile data/n', '9'],
    ['writeFile data/n.tmp', '10'], ['rename data/n.tmp ?', '11'], ['unlink data/lock', '13'],
  ]);
  const [, open, exists, read, , rename] = operations;
  const file = (name) => ({ table: 'data', keys: { name: [name] }, primary: true, unique: true });
  assert.deepEqual(open.effects, [{ class: 'R', ...file('lock') }, { class: 'A', ...file('lock') }]);
  assert.deepEqual(rename.effects.map((effect) => [effect.class, effect.keys.name[0]]), [
    ['R', 'n.tmp'], ['D', 'n.tmp'], ['W', 'n'],
  ]);
  assert.equal(exists.turn, read.turn);
  assert.equal(open.connection, undefined);
});

const seen = (file) => within({ request: {} }, facts, undefined, [undefined, [file], { command: 'exists' }])?.values;

test('files that tools build are no data of the program', () => {
  for (const file of ['.next/server/app/page.js', 'web/.nuxt/dev/index.mjs', 'node_modules/.cache/x']) assert.equal(seen(file), undefined);
  for (const file of ['.data/kv/user', 'next/page.js', '.nextcloud/a']) assert.deepEqual(seen(file), [file]);
});

test('a folder of the program below one of a tool has data', (t) => {
  const { TMPDIR } = process.env;
  t.after(() => (TMPDIR === undefined ? delete process.env.TMPDIR : Object.assign(process.env, { TMPDIR })));
  process.env.TMPDIR = '/home/ann/.cache/tmp';
  assert.deepEqual(seen('/home/ann/.cache/tmp/shop/stock.json'), ['/home/ann/.cache/tmp/shop/stock.json']);
  assert.equal(seen('/home/ann/.cache/tmp/shop/.next/route.js'), undefined);
});

test('the sources of Node, which readers of stack traces look for, are no files of the program', () => {
  assert.deepEqual(seen('node:internal/modules/run_main'), undefined);
  assert.deepEqual(seen('data.json'), ['data.json']);
});
