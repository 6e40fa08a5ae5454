'use strict';
// A loop of calls that looks for an answer and gives up is a limit of time, whichever engine delays the answer.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd } = require('../../support/cli.js');

const ADDON = { NACD_TEST_PRELOAD: path.join(__dirname, '../../../lib/index.js') };
const ENGINES = process.platform === 'linux' ? { both: 'worker', api: 'callback' } : { api: 'callback' };

// Delays the answer for so long that the loop gives up.
async function classFound(t, engine, { file, args, answer, title }) {
  const cwd = makeFolder(t, file);
  const phase = ENGINES[engine];
  const name = phase === 'worker' ? `${answer}/fs.access#1` : answer;
  const schedule = {
    format: 1, options: { mode: 'replay', engine, clock: engine === 'api' ? 'real' : 'virtual', maxDelay: 500, probability: 0.5 },
    command: ['node', file, ...args], failure: { id: 'abcdef', title, verdict: 'failed' },
    delays: [{ name, phase, delay: 400 }],
  };
  fs.writeFileSync(path.join(cwd, 'schedule.json'), JSON.stringify(schedule));
  const { status, stdout, stderr } = await nacd(['minimize', 'schedule.json', '--yes'], { cwd, env: ADDON });
  assert.equal(status, 0, stdout + stderr);
  return /^(RACE|LIMIT OF TIME|NOT CLEAR)/m.exec(stdout)?.[0] ?? stdout;
}

const LOOP = { file: 'polls.js', answer: 'fs.access(polls.js)@polls.js:8:4#1', title: 'Error: not there' };
const RACE = { file: 'race.js', answer: 'fs.access(race.js)@race.js:6:4#1', title: 'Error: the file was not looked at yet' };

for (const engine of Object.keys(ENGINES)) {
  for (const how of ['chain', 'interval']) {
    test(`engine ${engine}: ${how}`, async (t) => {
      assert.equal(await classFound(t, engine, { ...LOOP, args: [how] }), 'LIMIT OF TIME');
    });
  }

  test(`engine ${engine}: control, a single look is a race`, async (t) => {
    assert.equal(await classFound(t, engine, { ...RACE, args: [] }), 'RACE');
  });
}
