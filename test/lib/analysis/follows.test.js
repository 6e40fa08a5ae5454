'use strict';
// The traces here are the addon's own, so that what is written and what is read cannot differ unnoticed.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const path = require('node:path');
const { test } = require('node:test');

const { Memory } = require('../../../lib/analysis/memory.js');
const { byOwner, concurrentWith, isCheck } = require('../../../lib/analysis/pairs.js');
const { unitsOf } = require('../../../lib/analysis/units.js');
const { readTraces } = require('../../../lib/trace/read.js');
const { temporaryFolder } = require('../../support/package.js');

const ROOT = path.join(__dirname, '..', '..', '..');

function traced(t, fixture, settings) {
  const folder = temporaryFolder(t, 'nacd-analysis-');
  const trace = path.join(folder, 'trace');
  const own = /^(?:NACD_|NODE_OPTIONS$|NODE_TEST_CONTEXT$)/;
  const inherited = Object.entries(process.env).filter(([name]) => !own.test(name));
  execFileSync(process.execPath, ['-r', ROOT, path.join(ROOT, 'test', 'fixtures', 'analysis', fixture)], {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited), FOLDER: path.join(folder, 'made'),
      NACD_TRACE: trace, NACD_QUIET: '1', NACD_SEED: '1', NACD_MAX_DELAY: '5', ...settings,
    },
  });
  const traces = readTraces(trace);
  assert.equal(traces.length, 1);
  return traces[0];
}

const without = (list) => list.filter(({ api }) => !/^net\.Socket|^listen|^connect/.test(api));
const apisOf = (units) => units.map(({ api, resource }) => `${api} ${resource}`);

const SETTINGS = [
  { NACD_ENGINE: 'api', NACD_MODE: 'random' }, { NACD_ENGINE: 'both', NACD_MODE: 'random' }, { NACD_MODE: 'never' },
];

for (const settings of SETTINGS) {
  const title = Object.values(settings).join(', ');

  test(`each line has an id, and a parent that the trace has: ${title}`, (t) => {
    const { operations } = traced(t, 'chain.js', settings);
    const byId = new Map(operations.map((operation) => [operation.id, operation]));
    for (const { id, parent, name } of operations) {
      assert.ok(Number.isInteger(id) && id > 0, name);
      assert.equal(byId.get(id).name, name, 'no id stands for two');
      if (parent !== undefined) assert.ok(byId.has(parent), `${name}: ${parent}`);
    }
    const [stat, readFile, mkdir] = ['stat', 'readFile', 'mkdir'].map((api) =>
      operations.find((operation) => operation.api === `fs.${api}` && operation.phase === 'callback'));
    assert.equal(stat.parent, undefined);
    assert.equal(readFile.parent, stat.id);
    const above = [];
    for (let at = mkdir; at; at = byId.get(at.parent)) above.push(at);
    assert.equal(byId.get(mkdir.parent).api, 'net.Socket.connect');
    assert.ok(above.includes(readFile) && above.includes(stat), above.map(({ name }) => name).join(' '));
  });

  test(`an operation follows from the callback that started it: ${title}`, (t) => {
    const units = unitsOf(traced(t, 'check.js', settings), 1000);
    const known = byOwner(units);
    const at = (api, resource) => units.findIndex((unit) => unit.api === api && unit.resource === resource);
    const stat = at('fs.stat', 'lock');
    const beside = [...concurrentWith(units, stat, known)].map(({ second }) => second);
    assert.deepEqual(apisOf(without(beside)), at('fs.stat', 'other') > stat ? ['fs.stat other'] : []);
    assert.ok(isCheck(units, stat, known), 'what is checked is changed by what follows');
    assert.ok(!isCheck(units, at('fs.stat', 'other'), known));
  });
}

for (const engine of ['api', 'both']) {
  test(`learned holds nothing where each operation follows from the one before: ${engine}`, (t) => {
    const memory = new Memory();
    const settings = { NACD_ENGINE: engine, NACD_UNSUPPORTED_STALLS: '0' }; // a stall follows from no operation
    const traces = ['never', 'random'].map((mode) => traced(t, 'steps.js', { ...settings, NACD_MODE: mode }));
    for (const trace of traces) memory.observe([trace]);
    assert.ok(traces.every(({ operations }) => operations.length >= 4));
    assert.deepEqual(memory.next(), []);
  });
}

test('learned holds nothing that all later operations follow from', (t) => {
  const memory = new Memory();
  memory.observe([traced(t, 'check.js', { NACD_ENGINE: 'api', NACD_MODE: 'random' })]);
  const held = [];
  for (let next = memory.next(); next.length > 0; next = memory.next()) held.push(...next.map(({ name }) => name));
  assert.ok(held.length > 0);
  assert.deepEqual(held.filter((name) => !name.startsWith('fs.stat(')), []);
});
