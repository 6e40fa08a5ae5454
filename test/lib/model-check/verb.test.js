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

test('model check PACKAGE tells which functions of its store file the installed package has', async (t) => {
  const cwd = makeFolder(t);
  const { status, stdout } = await nacd(['model', 'check', 'fs'], { cwd });
  assert.equal(status, 0);
  assert.match(stdout, /^ {2}found {4}operation {3}fs\.promises\.writeFile {2}node:fs$/m);
  const unknown = await nacd(['model', 'check', 'nope'], { cwd });
  assert.equal(unknown.status, 2);
  assert.match(unknown.stderr, /^nacd model check: no store file describes "nope"; described are .*\bpg\b[^\n]*\n$/);

  const folder = path.join(cwd, 'node_modules', 'pg');
  fs.mkdirSync(path.join(folder, 'lib'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"pg","version":"99.0.0"}');
  fs.writeFileSync(path.join(folder, 'lib', 'client.js'), 'module.exports = class Client {};');
  const missing = await nacd(['model', 'check', 'pg'], { cwd });
  assert.equal(missing.status, 1);
  const line = /^pg 99\.0\.0\n {2}missing {2}operation {3}pg\.Client\.query {2}lib\/client\.js\n {2}nothing is found: /;
  assert.match(missing.stdout, line);
});
