'use strict';
// The list of drivers, frameworks and runners in docs/guide/request-races.md is that of model/stores and of the
// runners.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { RUNNERS } = require('../../lib/options/runners.js');
const { root } = require('../support/package.js');

const STORES = path.join(root, 'model', 'stores');
const models = fs.readdirSync(STORES).filter((name) => /(?<!\.schema)\.json$/.test(name))
  .map((name) => JSON.parse(fs.readFileSync(path.join(STORES, name), 'utf8')));
const nameOf = ({ package: own, builtin }) => own ?? `node:${builtin}`;
const kindsOf = ({ files, functions }) => (functions ?? Object.values(files).flat()).map(({ kind }) => kind);

const row = (title) => {
  const text = fs.readFileSync(path.join(root, 'docs', 'guide', 'request-races.md'), 'utf8');
  return text.split('\n').find((line) => line.startsWith(`| ${title} |`));
};
const named = (title) => [...row(title).matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort();
const having = (test) => [...new Set(models.filter(test).map(nameOf))].sort();

const DIALECTS = {
  'PostgreSQL': 'postgres', 'MySQL, MariaDB': 'mysql', 'SQLite': 'sqlite', 'Redis': 'redis', 'memcached': 'memcached',
  'files': 'files',
};

test('the drivers of each store are those of model/stores', () => {
  for (const [title, dialect] of Object.entries(DIALECTS)) {
    assert.deepEqual(named(title), having((model) => model.dialect === dialect), title);
  }
  const known = new Set([...Object.values(DIALECTS), 'waits', undefined]);
  assert.deepEqual(models.filter(({ dialect }) => !known.has(dialect)).map(nameOf), []);
});

const isOf = (...kinds) => (model) => kindsOf(model).some((kind) => kinds.includes(kind));

test('so are queues, frameworks, calls and waits', () => {
  const isStore = ({ dialect }) => dialect !== undefined;
  assert.deepEqual(named('queues'), having((model) => isOf('queue')(model) && !isStore(model)));
  assert.deepEqual(named('requests without a socket'), having(isOf('inject', 'web', 'webMade', 'webGiven')));
  const others = [...having(isOf('route', 'routeBefore')), 'node:http', 'node:https', 'node:http2'];
  assert.deepEqual(named('servers'), others.sort());
  assert.deepEqual(named('call sites'), having((model) => isOf('replaced', 'origin')(model) && !isStore(model)));
  const calls = [...having(isOf('call')), 'undici', 'node:http', 'node:https', 'node:http2'];
  assert.deepEqual(named('calls to servers'), calls.sort());
  const shown = [...named('other waits'), 'node:globals', 'undici']; // fetch and timers
  assert.deepEqual(shown.sort(), having(({ dialect }) => dialect === 'waits'));
});

test('the runners are those of lib/options/runners.js', () => {
  assert.equal(row('test runners'), `| test runners | ${RUNNERS.map(({ name }) => name).join(', ')} |`);
});
