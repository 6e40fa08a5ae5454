'use strict';
// nacd minimize --as-test writes a test that forces the race it has found, and that passes after a fix.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { writeTest } = require('../../../lib/minimize/as-test.js');
const { keyOf } = require('../../../lib/names/key.js');
const { temporaryFolder } = require('../../support/package.js');
const { execute, root } = require('../gates/support.js');

const MAIN = path.join(root, 'lib', 'cli', 'main.js');

test('a race, its test, and its fix', async (t) => {
  const cwd = temporaryFolder(t, 'nacd-as-test-');
  fs.mkdirSync(path.join(cwd, 'test'));
  fs.mkdirSync(path.join(cwd, 'node_modules'));
  fs.symlinkSync(root, path.join(cwd, 'node_modules', 'nacd-native'));
  const program = path.join(cwd, 'race.js');
  // On a busy machine a file may take longer than the fixture's 60 ms without any delay, and each run some seconds.
  const source = fs.readFileSync(path.join(root, 'test/fixtures/cli/race.js'), 'utf8').replace('}, 60);', '}, 150);');
  fs.writeFileSync(program, source);
  await execute([MAIN, 'run', '--quiet', '--seed', '1', '--max-delay', '800', '--', 'node', 'race.js'], { cwd });
  const { status, stdout } = await execute([MAIN, 'minimize', '--as-test', '--time', '300'], { cwd });
  assert.equal(status, 0, stdout);
  const [, file, order] = /wrote a test that forces this order: (.*)\n {2}(.*)\n/.exec(stdout);
  assert.match(file, /^test\/nacd-[0-9a-f]+\.test\.mjs$/);
  assert.match(order, /^setTimeout@race\.js -> fs\.access@race\.js(?: action)?$/, 'the call, or its start');
  for (let run = 0; run < 3; run++) {
    const failing = await execute(['--test', file], { cwd });
    assert.equal(failing.status, 1);
    assert.match(failing.stdout, /the file was not looked at yet/);
  }
  fs.writeFileSync(program, source.replace('if (!seen) throw', 'if (!fs.existsSync(__filename)) throw'));
  const fixed = await execute(['--test', file], { cwd });
  assert.equal(fixed.status, 0, fixed.stdout);
  fs.writeFileSync(program, source.replace('fs.access', '\nfs.access'));
  const moved = await execute(['--test', file], { cwd });
  assert.equal(moved.status, 1);
  assert.match(moved.stdout, /the file was not looked at yet/);
});

const CALL = { api: 'fs/promises.appendFile', site: 'log.js:6:9' };
const call = (count) => ({ ...CALL, name: `fs/promises.appendFile(log)@log.js:6:9#${count}`, phase: 'promise' });
const write = (count) => ({ ...CALL, api: 'fs.write', name: `${call(count).name}/fs.write#1`, phase: 'action' });

function runOf(out, name, happened, known = [call(1), call(2), write(1), write(2)]) {
  const decided = known.map((one, index) => ({ t: 0, id: index + 1, ...one }));
  const lines = [...decided, ...happened.map((one, index) => ({ type: 'run', t: index, name: one.name, phase: one.phase }))];
  const folder = path.join(out, name, 'trace');
  fs.mkdirSync(folder, { recursive: true });
  const all = [{ type: 'header', format: 1 }, ...lines];
  fs.writeFileSync(path.join(folder, 'trace-1-0.ndjson'), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return name;
}

// Resolves to what writeTest() does for two calls of one line, where a run with `gates` ends as `replay` says.
async function written(t, replay) {
  const out = temporaryFolder(t, 'nacd-as-test-');
  const failing = runOf(out, 'failing', [write(2), call(2), write(1), call(1)]);
  const passing = runOf(out, 'passing', [write(1), write(2), call(1), call(2)]);
  const { name, phase } = write(1);
  return writeTest({
    found: { title: 'wrong order', race: { delayed: call(1), overtaker: call(2) } }, name: 'nacd-x', command: ['node', 'log.js'],
    schedule: { delays: [{ name, phase, delay: 9 }], example: { failing, passing }, failure: { ms: 3000 } },
    context: { out, cwd: out }, scratch: { replay: async ({ gates }) => replay(gates[0]) },
  });
}

test('a call that does its work however late it ends is held at the action that is delayed', async (t) => {
  const replay = ({ order, impossible }) => {
    assert.equal(impossible, 'pass'); // as in the test: an order that cannot be is no failure
    return order.endsWith(' action') ? { verdict: 'failed', titles: ['wrong order'] } : { verdict: 'passed', titles: [] };
  };
  const { file, orders } = await written(t, replay);
  assert.deepEqual(orders, ['fs/promises.appendFile@log.js#2 -> fs.write@log.js#1 action']);
  assert.match(fs.readFileSync(file, 'utf8'), /^ {2}timeout: 90,$/m);
});

test('no order whose failure is another is taken, and an interruption is not a search without a result', async (t) => {
  assert.equal(await written(t, () => ({ verdict: 'failed', titles: ['another'] })), undefined);
  await assert.rejects(written(t, () => ({ verdict: 'interrupted', titles: [] })), { message: 'interrupted' });
});

test('a failure that needs two delays gets two orders, also where a pair is known of one or of none', async (t) => {
  const out = temporaryFolder(t, 'nacd-as-test-');
  const timer = (line) => {
    const site = `log.js:${line}:2`;
    return { api: 'setTimeout', site, name: `setTimeout@${site}#1`, phase: 'timer' };
  };
  const read = (of, line) => ({
    api: 'fs.readFile', site: `log.js:${line}:2`, name: `fs.readFile(${of})@log.js:${line}:2#1`, phase: 'callback',
  });
  const [one, two, limit, end] = [read('a', 5), read('b', 6), timer(7), timer(8)];
  const known = [one, two, limit, end];
  const example = {
    failing: runOf(out, 'bad', [limit, one, end, two], known), passing: runOf(out, 'good', [one, two, limit, end], known),
  };
  const delays = [one, two].map(({ name, phase }) => ({ name, phase, delay: 9 }));
  const pairs = [{ delayed: two, overtaker: end, by: keyOf(two) }, { delayed: one, overtaker: limit, by: keyOf(one) }];
  const wanted = ['setTimeout@log.js:8 -> fs.readFile(b)@log.js', 'setTimeout@log.js:7 -> fs.readFile(a)@log.js'];
  const replay = async ({ gates, delays: left }) => {
    const { length } = [two, one].filter(({ name }, at) => {
      return gates.some(({ order }) => order === wanted[at]) || left.some((delay) => delay.name === name);
    });
    return length === 2 ? { verdict: 'failed', titles: ['late'] } : { verdict: 'passed', titles: [] };
  };
  for (const race of [{ ...pairs[0], also: [pairs[1]] }, pairs[0], pairs[1], undefined]) {
    const { file, orders } = await writeTest({
      found: { title: 'late', race }, name: 'nacd-two', command: ['node', 'log.js'],
      schedule: { delays, example, failure: {} }, context: { out, cwd: out }, scratch: { replay },
    });
    assert.deepEqual([...orders].sort(), [...wanted].sort());
    const text = fs.readFileSync(file, 'utf8');
    for (const order of wanted) assert.ok(text.includes(JSON.stringify(order)), text);
    assert.ok(!text.includes('delays:'), text);
  }
});

test('what arrives is known by its call without the line, and by its number, as the test says', async (t) => {
  const out = temporaryFolder(t, 'nacd-as-test-');
  const timer = { api: 'setTimeout', site: 'log.js:4:2', name: 'setTimeout@log.js:4:2#1', phase: 'timer' };
  const arrival = (count) => ({ api: 'stream', name: `net.connect@log.js:1:1#1/connect#1/ready#${count}`, phase: 'descriptor' });
  const commentFor = async (count) => {
    const delayed = arrival(count);
    const { file } = await writeTest({
      found: { title: 'late', race: { delayed, overtaker: timer } }, name: `nacd-${count}`, command: ['node', 'log.js'],
      schedule: {
        delays: [{ ...delayed, delay: 9 }], failure: {},
        example: {
          failing: runOf(out, `bad-${count}`, [timer, delayed], [timer, delayed]),
          passing: runOf(out, `good-${count}`, [delayed, timer], [timer, delayed]),
        },
      },
      context: { out, cwd: out }, scratch: { replay: async () => ({ verdict: 'failed', titles: ['late'] }) },
    });
    return fs.readFileSync(file, 'utf8');
  };
  // A fix often moves the line.
  assert.ok((await commentFor(4)).includes('order: "setTimeout@log.js -> net.connect@log.js#1/connect#1/ready#4 descriptor"'));
  assert.match(await commentFor(4), /^\/\/ The gate holds what arrives .* by its number there\./m);
  assert.doesNotMatch(await commentFor(1), /by its number/); // nothing can be sent before the first
});
