'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const Ajv = require('ajv/dist/2020.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');
const { root } = require('../../support/package.js');

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
  const [first, ...others] = missing.stdout.split('\n');
  assert.equal(first, 'pg 99.0.0');
  assert.deepEqual(others.slice(0, 3), [
    '  missing  operation   pg.Client.query  lib/client.js', '  missing  opens       prototype.connect  lib/client.js',
    '  missing  queue       prototype._handleNotification  lib/client.js',
  ]);
  assert.match(others[3], /^ {2}nothing is found: /);
});

const DRIVER = `
class Base { query(sql, values, callback) { setImmediate(callback, null, []); } get(key) {} }
exports.Client = class extends Base {
  prepare(sql) {}
  run(sql, values) { return 1; }
  transaction(work) { return work(this); }
};
`;

test('model scaffold --store: a store file of a driver, from its functions and a run', async (t) => {
  const cwd = makeFolder(t);
  const folder = path.join(cwd, 'node_modules', '@any', 'driver');
  fs.mkdirSync(path.join(folder, 'lib'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name": "@any/driver", "main": "index.js"}');
  fs.writeFileSync(path.join(folder, 'index.js'), "module.exports = require('./lib/client.js');");
  fs.writeFileSync(path.join(folder, 'lib', 'client.js'), DRIVER);
  const program = "const c = new (require('@any/driver').Client)(); c.run('DELETE'); c.query('SELECT', [], () => {});";
  fs.writeFileSync(path.join(cwd, 'use.js'), program);
  const run = (...args) => nacd(['model', 'scaffold', '@any/driver', ...args], { cwd });
  const { status, stdout, stderr } = await run('--store', 'sqlite', '--', 'node', 'use.js');
  assert.equal(status, 0, stderr);
  const model = JSON.parse(stdout);
  const validate = new Ajv().compile(readJson(root, 'model', 'stores', 'store.schema.json'));
  assert.ok(validate(model), JSON.stringify(validate.errors));
  const known = { driver: 'any-driver', statement: ['0.sql', '0.text', '0'], values: ['0.values', '1'] };
  const functions = Object.fromEntries(model.files['lib/client.js'].map(({ function: name, ...one }) => [name, one]));
  assert.deepEqual(Object.keys(model.files), ['lib/client.js']);
  assert.deepEqual(functions['Client.prototype.run'], { kind: 'operation', api: '@any/driver.Client.run', ...known, sync: true });
  assert.equal(functions['Client.prototype.prepare'].kind, 'prepares');
  assert.equal(functions['Client.prototype.transaction'].kind, 'transaction');
  const query = { kind: 'operation', api: '@any/driver.Client.query', ...known, callback: true };
  assert.deepEqual(functions['Client.__proto__.prototype.query'], query);
  assert.equal(Object.keys(functions).length, 4);
  assert.match(stderr, /^ {2}@any\/driver\.Client\.run\(sql, values\): in the run 1 calls, 0 callbacks/m);

  const steps = ['save it as model\\/stores\\/any-driver\\.json', 'write lib\\/preload\\/requests\\/drivers\\/any-driver\\.js',
    'outcome\\(result\\)', 'schemas\\/sqlite\\.js', 'nacd model check @any\\/driver'];
  for (const step of steps) assert.match(stderr, new RegExp(step));

  const none = await run('--store', 'redis');
  assert.deepEqual([none.status, none.stdout], [2, '']);
  assert.equal(none.stderr, 'nacd model scaffold: no function of "@any/driver" looks like one that sends statements to a store\n');
  assert.match((await run('--store', 'oracle')).stderr, /^nacd: --store=oracle is not valid: allowed is one of postgres, .*\n$/);
});
