'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd } = require('../../support/cli.js');

test('model list: a table, one module, JSON', async (t) => {
  const cwd = makeFolder(t);
  assert.match((await nacd(['model', 'list'], { cwd })).stdout, /^module .*CB.*\n(.*\n)*fs +\d/);
  assert.match((await nacd(['model', 'list', 'fs'], { cwd })).stdout, /^fs\.access +CB +the call too$/m);
  const [{ module, entries }] = JSON.parse((await nacd(['model', 'list', 'net', '--json'], { cwd })).stdout);
  assert.equal(module, 'net');
  assert.ok(entries.some(({ class: owner, name }) => owner === 'net.Socket' && name === 'push'));
  const wrong = await nacd(['model', 'list', 'nothing'], { cwd });
  assert.deepEqual([wrong.status, wrong.stdout], [2, '']);
  assert.match(wrong.stderr, /^nacd model list: "nothing" is not modelled; modelled are .*\n$/);
});

test('model check: nothing is missing; a program that is no Node is told', async (t) => {
  const cwd = makeFolder(t);
  const { status, stdout } = await nacd(['model', 'check'], { cwd });
  assert.equal(status, 0, stdout);
  assert.match(stdout, /^Node \d+\.\d+\.\d+, declarations of @types\/node /);
  const wrong = await nacd(['model', 'check', '--node', '/bin/true'], { cwd });
  assert.equal(wrong.status, 2);
  assert.match(wrong.stderr, /^nacd: --node=\/bin\/true is not a working Node\.js: .*\n$/);
});

const PACKAGE = `
const { EventEmitter } = require('events');
class Database extends EventEmitter {
  run(sql, callback) { setImmediate(callback, null, 1); }
  each(list, callback) { list.forEach(callback); }
}
module.exports = { Database, open(file, callback) { setImmediate(callback, null); return new Database(); }, load: async () => 1 };
`;

test('model scaffold: from the exports, and from a run', async (t) => {
  const cwd = makeFolder(t);
  const folder = path.join(cwd, 'node_modules', 'store');
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name": "store", "main": "index.js"}');
  fs.writeFileSync(path.join(folder, 'index.js'), PACKAGE);
  fs.writeFileSync(path.join(cwd, 'use.js'), "const d = require('store').open('f', () => d.run('x', () => d.each([1], () => {})));");
  const { status, stdout } = await nacd(['model', 'scaffold', 'store', '--', 'node', 'use.js'], { cwd });
  assert.equal(status, 0);
  const [store, database] = JSON.parse(stdout);
  const types = (one) => Object.fromEntries(one.properties.map(({ name, type }) => [name, type]));
  assert.deepEqual(types(store), { Database: ['OC'], open: ['CB', 'RO'], load: ['RP'] });
  assert.deepEqual([database.moduleName, database.is, types(database)], ['store.Database', ['EventEmitter'], { run: ['CB'], each: [] }]);
  assert.ok(store.properties.every(({ reason }) => reason.startsWith('proposed: ')));
  assert.match((await nacd(['model', 'scaffold', 'not-there'], { cwd })).stderr, /cannot find the package "not-there"/);
});
