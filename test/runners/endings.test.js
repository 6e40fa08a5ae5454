'use strict';
// Each way a run can end, under each runner and behind programs that start one. No run passes that lost a test.
const assert = require('node:assert/strict');
const { describe, test } = require('node:test');

const { RUNNERS, runnersFolder } = require('./catalogue.js');
const { COMMANDS, documented, endingsOf, runEndings } = require('./endings.js');

// The runner takes no notice, and all tests pass: mocha 11 drops a rejection that nobody handles, and Playwright's
// processes ignore SIGTERM.
const UNNOTICED = [[/mocha/, 'unhandled rejection'], [/playwright/, 'SIGTERM']];
const isUnnoticed = (command, ending) => UNNOTICED.some(([pattern, one]) => pattern.test(command) && one === ending);

let why;
try {
  runnersFolder();
} catch (error) {
  why = `the runners cannot be installed: ${String(error.message).split('\n')[0]}`;
}

const MAJOR = Number(process.versions.node.split('.')[0]);
const table = documented();

describe('each way a run can end', { concurrency: 2, skip: why ?? (process.platform !== 'linux' && 'needs signals') }, () => {
  for (const command of Object.keys(COMMANDS)) {
    const { from = 20 } = RUNNERS[command] ?? {};
    test(command, { skip: MAJOR < from && `needs Node.js ${from}` }, async () => {
      const found = await runEndings(command);
      assert.deepEqual(Object.keys(found), endingsOf(command));
      for (const [ending, { cell, titles }] of Object.entries(found)) {
        const passes = ending === 'all pass' || isUnnoticed(command, ending);
        assert.equal(cell === 'passed', passes, `${ending}: ${cell}, ${titles.join(', ')}`);
        // A busy machine may end a run by its time limit, so a hang and a failure are one here.
        const told = table[command]?.[ending];
        if (told) assert.equal(cell === 'passed', told === 'passed', `docs/runners.md, ${command}, ${ending}`);
      }
    });
  }

  test('the table in the documentation has each command and each ending', () => {
    for (const command of Object.keys(COMMANDS).filter((name) => !RUNNERS[name]?.from)) {
      assert.deepEqual(Object.keys(table[command] ?? {}), endingsOf(command), command);
    }
  });
});
