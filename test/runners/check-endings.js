'use strict';
// Checks each way a run can end, under each runner and behind programs that start one: no run passes that lost a test.
// The commands are split between the files endings-*.test.js, which can run at the same time.
const assert = require('node:assert/strict');
const { describe, test } = require('node:test');

const { RUNNERS, runnersFolder } = require('./catalogue.js');
const { COMMANDS, documented, endingsOf, runEndings } = require('./endings.js');

// The runner takes no notice, and all tests pass: mocha 11 drops a rejection that nobody handles, and Playwright's
// processes ignore SIGTERM.
const UNNOTICED = [[/mocha/, 'unhandled rejection'], [/playwright/, 'SIGTERM']];
const isUnnoticed = (command, ending) => UNNOTICED.some(([pattern, one]) => pattern.test(command) && one === ending);

// All of them take a quarter of an hour: NACD_TEST_ENDINGS=all.
const MOST_LIKELY = ['all pass', 'exit(0)', 'uncaught error', 'SIGKILL', 'missing file'];
const wantedOf = (command) => (process.env.NACD_TEST_ENDINGS === 'all' ? endingsOf(command) : MOST_LIKELY);

let why;
try {
  runnersFolder();
} catch (error) {
  why = `the runners cannot be installed: ${String(error.message).split('\n')[0]}`;
}

const MAJOR = Number(process.versions.node.split('.')[0]);
const table = documented();

/** Defines the tests of every `of`-th command, beginning with number `part`. */
function testEndings(part, of) {
  const skip = why ?? (process.platform !== 'linux' && 'needs signals');
  describe('each way a run can end', { concurrency: 4, skip }, () => {
    for (const command of Object.keys(COMMANDS).filter((_, index) => index % of === part)) {
      const { from = 20 } = RUNNERS[command] ?? {};
      test(command, { skip: MAJOR < from && `needs Node.js ${from}` }, () => checkEndings(command));
    }
  });
}

async function checkEndings(command) {
  const wanted = wantedOf(command);
  const found = await runEndings(command, wanted);
  assert.deepEqual(Object.keys(found), wanted);
  for (const [ending, { cell, titles }] of Object.entries(found)) {
    const passes = ending === 'all pass' || isUnnoticed(command, ending);
    assert.equal(cell === 'passed', passes, `${ending}: ${cell}, ${titles.join(', ')}`);
    // A busy machine may end a run by its time limit, so a hang and a failure are one here.
    const told = table[command]?.[ending];
    if (told) assert.equal(cell === 'passed', told === 'passed', `lab/endings.md, ${command}, ${ending}`);
  }
}

/** Defines the tests of runs that end with an error, under each of `commands`, while one test is set aside. */
function checkAside(commands) {
  describe('beside a test that is set aside', { concurrency: 4, skip: why }, () => {
    for (const command of commands) {
      test(command, async () => {
        const wanted = ['all pass', 'uncaught error', 'unhandled rejection'];
        const found = await runEndings(command, wanted, { aside: true });
        assert.deepEqual(Object.values(found).map(({ cell }) => cell === 'passed'), [true, false, false]);
        for (const ending of wanted.slice(1)) assert.match(found[ending].titles.join(), /Error: un(?:caught|handled)/);
      });
    }
  });
}

/** Defines the test that the documentation has each command and each ending. */
function testTable() {
  test('the table in the documentation has each command and each ending', () => {
    for (const command of Object.keys(COMMANDS).filter((name) => !RUNNERS[name]?.from)) {
      assert.deepEqual(Object.keys(table[command] ?? {}), endingsOf(command), command);
    }
  });
}

module.exports = { checkAside, testEndings, testTable };
