'use strict';
// A suite that takes long is narrowed to the failing test by its runner's own option.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');

const { locateFailure } = require('../../../lib/files/locate.js');
const { minimizeEvent, notAgain } = require('../../../lib/messages/minimize.js');
const { minimizeFailure } = require('../../../lib/minimize/failure.js');
const { narrowedCommand } = require('../../../lib/minimize/narrow.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

const TITLE = 'store > keeps (the) last value';
const PATTERN = 'store.*keeps \\(the\\) last value';

test('each runner has an option of its own', () => {
  const narrowed = (...command) => narrowedCommand(command, TITLE, __dirname);
  assert.deepEqual(narrowed('npx', 'mocha', 'test/'), ['npx', 'mocha', 'test/', '-g', PATTERN]);
  assert.deepEqual(narrowed('node', 'node_modules/mocha/bin/mocha.js'), ['node', 'node_modules/mocha/bin/mocha.js', '-g', PATTERN]);
  assert.deepEqual(narrowed('npx', 'jest', '--runInBand'), ['npx', 'jest', '--runInBand', '-t', PATTERN]);
  assert.deepEqual(narrowed('npx', 'vitest', 'run'), ['npx', 'vitest', 'run', '-t', PATTERN]);
  assert.deepEqual(narrowed('node', '--test', 'a.js'), ['node', '--test', '--test-name-pattern=keeps \\(the\\) last value', 'a.js']);
  assert.equal(narrowed('npx', 'mocha', '--grep', 'x'), undefined);
  assert.equal(narrowed('node', 'app.js'), undefined);
});

test('a script of package.json is looked into', (t) => {
  const cwd = makeFolder(t);
  const scripts = { test: 'eslint . && mocha test', unit: 'node --test', both: 'mocha && eslint .' };
  fs.writeFileSync(path.join(cwd, 'package.json'), JSON.stringify({ scripts }));
  assert.deepEqual(narrowedCommand(['npm', 'test'], TITLE, cwd), ['npm', 'test', '--', '-g', PATTERN]);
  assert.deepEqual(narrowedCommand(['yarn', 'test'], TITLE, cwd), ['yarn', 'test', '-g', PATTERN]);
  assert.equal(narrowedCommand(['npm', 'run', 'unit'], TITLE, cwd), undefined);
  assert.equal(narrowedCommand(['npm', 'run', 'both'], TITLE, cwd), undefined);
});

test('the second test with the same title is found by its title', () => {
  assert.deepEqual(narrowedCommand(['mocha'], `${TITLE} (2)`, __dirname), ['mocha', '-g', PATTERN]);
});

test('the hook of a test stands for its suite', () => {
  const title = 'store > "before each" hook for "keeps"';
  assert.deepEqual(narrowedCommand(['mocha'], title, __dirname), ['mocha', '-g', 'store']);
});

test('minimize runs the failing test alone, says so, and shows each run', async (t) => {
  const cwd = makeFolder(t);
  // As a runner: takes long without -g.
  const lines = ["const fs = require('node:fs');", 'let seen = false;', "const alone = process.argv[2] === '-g';",
    'fs.access(__filename, () => { seen = true; });', 'setTimeout(() => {',
    "  console.log(`TAP version 14\\n${seen ? 'ok' : 'not ok'} 1 - the last value\\n1..1`);", '  process.exitCode = seen ? 0 : 1;',
    '}, 100);', 'if (!alone) setTimeout(() => {}, 3200);', ''];
  fs.writeFileSync(path.join(cwd, 'mocha.js'), lines.join('\n'));
  const args = ['run', '--quiet', '--seed', '1', '--strategy', 'uniform', '--mode', 'always', '--min-delay', '200'];
  await nacd([...args, '--', 'node', 'mocha.js'], { cwd });
  const { stdout } = await nacd(['minimize'], { cwd });
  assert.match(stdout, /a run is slow, so nacd tries the failing test alone: node mocha\.js -g 'the last value'/);
  assert.match(stdout, /alone it failed 3 of 3 times/);
  assert.match(stdout, /run [0-9]+ {2}failed {2}[0-9]+ delays? {2}[3-9]\.[0-9] s/);
  assert.match(stdout, /the whole command fails with this result as well/);
  const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
  assert.deepEqual(readJson(cwd, '.nacd/failures', name).command, ['node', 'mocha.js']);
});

let triesSoFar = 0;

// Runs minimize in `cwd` on a slow failure of mocha, for `time` seconds at most. `titlesOf({alone, delays})` gives the
// failing tests of a run, which takes 5 ms. Resolves to what was found, and what was said of more than one run.
async function minimized(titlesOf, { time, cwd = __dirname } = {}) {
  const out = path.join(cwd, '.nacd');
  const command = ['mocha'];
  const schedule = { format: 1, options: {}, failure: { id: 'abcd', title: TITLE, ms: 5000 }, delays: [{ name: 'op', phase: 'callback', delay: 100 }] };
  const scratch = { count: 0, command, drop() {}, useCommand: (words) => { scratch.command = words; } };
  triesSoFar = 0;
  scratch.replay = async ({ delays }) => {
    await sleep(5);
    triesSoFar = ++scratch.count;
    const titles = titlesOf({ alone: scratch.command.length > 1, delays: delays.length });
    return { titles, ms: 5, folder: path.join(out, 'minimize', '0001'), verdict: titles.length > 0 ? 'failed' : 'passed' };
  };
  const said = [];
  const onEvent = (event) => (event.type === 'tried' ? undefined : said.push(minimizeEvent(event)));
  const context = { values: { tries: 1, time }, cwd, out, failures: path.join(out, 'failures') };
  const found = await minimizeFailure({ context, located: { schedule, command }, scratch, onEvent });
  return { found, said };
}

test('a test that fails alone without any delay is not looked for alone', async () => {
  const { found, said } = await minimized(({ alone }) => (alone ? [TITLE] : []));
  assert.equal(said[1], 'alone it also fails without delays: going on with the whole command');
  assert.match(notAgain(found), /^the failure did not occur again in 10 runs: /);
});

test('a time that ends before the failure comes again says nothing about the failure', async () => {
  const { found, said } = await minimized(() => [TITLE], { time: 0.001 });
  assert.equal(said.length, 1); // that the test is tried alone; one of three runs says nothing yet
  assert.equal(notAgain(found), '--time ran out before the search began: give it more time');
});

test('a time that ends while the test is tried alone has as many tries as were made', async (t) => {
  t.mock.method(performance, 'now', () => triesSoFar * 1000);
  const { found, said } = await minimized(({ delays }) => (delays > 0 ? [TITLE] : []), { time: 1.5 });
  assert.equal(said[1], 'alone it failed 2 of 2 times with these delays: going on with it');
  assert.equal(notAgain(found), '--time ran out before the search began: give it more time');
});

test('a command that was narrowed is one of this folder: nobody is asked before it is proved', async (t) => {
  const cwd = makeFolder(t);
  const out = path.join(cwd, '.nacd');
  fs.mkdirSync(out);
  fs.writeFileSync(path.join(out, 'campaign.json'), JSON.stringify({ format: 1, cwd, command: ['mocha'], failures: [] }));
  const { found } = await minimized(({ alone, delays }) => (alone && delays > 0 ? [TITLE] : []), { cwd });
  assert.deepEqual(found.command, ['mocha', '-g', PATTERN]);
  const trusted = (where) => locateFailure(found.file, { cwd: where, out }).trusted;
  assert.equal(trusted(cwd), true);
  assert.equal(trusted(path.dirname(cwd)), false);
  const { failures, commands } = readJson(out, 'campaign.json');
  assert.deepEqual([failures, commands], [[], [['mocha', '-g', PATTERN], ['mocha']]]);
});
