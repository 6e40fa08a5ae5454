'use strict';
// Reports of request races, made of one result.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const Ajv = require('ajv');
const addFormats = require('ajv-formats');
const sax = require('sax');

const { requestRaceBlock } = require('../../../lib/messages/requests.js');
const { htmlOf } = require('../../../lib/writers/html/requests.js');
const { junitOf } = require('../../../lib/writers/junit.js');
const { sarifOf } = require('../../../lib/writers/sarif.js');
const { FIXTURES, makeFolder, nacd, readJson } = require('../../support/cli.js');

const handler = 'POST /redeem';
const operation = (who, verb, line, statement) => ({ who, verb, statement, site: `lib/redeem <1>.js:${line}:11`, api: 'pg.Client.query' });
const read = (who) => operation(who, 'select', 20, "SELECT used FROM coupon WHERE code = 'X'");
const write = (who) => ({ ...operation(who, 'update', 24, "UPDATE coupon SET used = true WHERE code = 'X'"), writes: true });
const order = [read('A'), read('B'), write('B'), write('A')];
const window = (who) => ({ handler, operations: [read(who), write(who)] });

const RACE = {
  id: '1f03aa', title: 'POST /redeem succeeds twice', verdict: 'race', loss: { kind: 'double use' }, agree: 5, of: 5, runs: 9,
  handlers: { A: handler, B: handler }, from: { A: 'test/redeem.test.js:7:31' }, table: 'coupon', store: 'postgres://h/shop',
  pattern: 'P1', windows: { A: window('A'), B: window('B') }, order, operations: order, state: [],
  statuses: { forced: { A: 200, B: 200 }, AB: { A: 200, B: 409 }, BA: { A: 409, B: 200 } },
  bodies: { forced: {}, AB: {}, BA: {} }, file: '.nacd/failures/1f03aa.json',
};
const handlers = { A: handler, B: 'GET /coupons/:code' };
const OTHERS = [
  { id: 'aa0001', verdict: 'fine', handlers, table: 'coupon' },
  { id: 'aa0002', verdict: 'unrepeatable', reason: 'not reached', handlers, table: 'coupon' },
];
const REPORT = {
  command: ['npm', 'test'], races: [RACE], others: OTHERS, counts: { race: 1 }, covered: 0, left: 0, runs: 9, ms: 1500,
  interrupted: false,
};

test('the page marks the write that is lost or on top, and names the line that sent it', () => {
  const pageOf = (race) => htmlOf({ ...REPORT, races: [{ ...RACE, ...race }] });
  const marked = (kind) => /^<tr>.*class="lost".*$/m.exec(pageOf({ loss: { kind } }))[0];
  assert.match(marked('double use'), /^<tr><td class="lost"><code>UPDATE/);
  assert.match(marked('lost update'), /^<tr><td><\/td><td class="lost"><code>UPDATE/);
  assert.match(htmlOf(REPORT), /sent by A <code>test\/redeem\.test\.js:7:31<\/code>/);
  assert.doesNotMatch(pageOf({ from: {} }), /sent by/);
});

test('a race has its pattern, unless it was proved the other way round', () => {
  assert.match(requestRaceBlock(RACE), /pattern {8}P1: B changes data/);
  const turned = [write('B'), read('A'), write('A'), read('B')];
  assert.match(requestRaceBlock({ ...RACE, order: turned }), /pattern {8}other: an order of operations/);
  assert.match(requestRaceBlock({ ...RACE, pattern: 'locks' }), /pattern {8}locks: A and B lock the same rows in opposite order: /);
});

test('values that are new in each run have one word in the rows that are shown', () => {
  const [AB, forced] = ['1a2b3c4d', '5e6f7a8b'].map((word) => [JSON.stringify({ id: `<${word}>`, at: '<time>' })]);
  const race = { ...RACE, state: [{ table: 'coupon', forced, AB, BA: AB }] };
  const row = '{"id":"<new>","at":"<time>"}';
  assert.match(requestRaceBlock(race), new RegExp(`state of coupon ${row}\n    one by one   A, B: ${row}\n`));
  const shown = row.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  assert.ok(htmlOf({ ...REPORT, races: [race] }).includes(`<td class="differs"><code>${shown}</code></td><td><code>${shown}<`));
});

test('SARIF is valid, and has the held operation, the other call site and the line of the test', () => {
  const sarif = JSON.parse(sarifOf(REPORT));
  const { $schema, id, $id, ...schema } = readJson(FIXTURES, 'sarif-schema-2.1.0.json');
  const ajv = new Ajv({ strict: false, schemaId: 'id' });
  addFormats(ajv);
  assert.ok(ajv.validate(schema, sarif), JSON.stringify(ajv.errors));
  const [{ tool, results: [result] }] = sarif.runs;
  assert.equal(tool.driver.rules[result.ruleIndex].id, result.ruleId);
  const placeOf = ({ id: number, message, physicalLocation: { artifactLocation: { uri }, region } }) => {
    assert.ok(message.text.length > 0);
    return [number, uri, region.startLine];
  };
  assert.deepEqual(result.locations.map(placeOf), [[1, 'lib/redeem%20%3C1%3E.js', 24]]);
  assert.deepEqual(result.relatedLocations.map(placeOf), [[2, 'lib/redeem%20%3C1%3E.js', 20], [3, 'test/redeem.test.js', 7]]);
});

test('JUnit counts what it contains, and tells the call sites and the line of the test', () => {
  const tags = [];
  const texts = [];
  const parser = sax.parser(true);
  parser.onopentag = (tag) => tags.push(tag);
  parser.ontext = (text) => texts.push(text);
  parser.write(junitOf(REPORT)).close();
  const [suite] = tags;
  const count = (name) => tags.filter((tag) => tag.name === name).length;
  assert.equal(suite.name, 'testsuite');
  const { tests, failures, errors, skipped } = suite.attributes;
  assert.deepEqual([tests, failures, errors, skipped].map(Number), [count('testcase'), count('failure'), 0, count('skipped')]);
  assert.ok(tags.filter(({ name }) => name === 'testcase').every(({ attributes }) => attributes.classname && attributes.name));
  for (const text of [':20:11', ':24:11', 'test/redeem.test.js:7:31']) assert.ok(texts.join('').includes(text), text);
});

test('a race whose failure file is not named is reported all the same', async (t) => {
  const cwd = makeFolder(t);
  const { file: _, ...race } = RACE;
  fs.writeFileSync(path.join(cwd, 'requests.json'), JSON.stringify({ format: 1, ...REPORT, races: [race] }));
  const { status, stdout, stderr } = await nacd(['report', '.', '--format', 'junit', '-o', '-'], { cwd });
  assert.equal(status, 0, stderr);
  assert.match(stdout, /POST \/redeem succeeds twice/);
});
