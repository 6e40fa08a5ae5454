'use strict';
// The report of a suite of 500 tests is at most one megabyte.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { htmlWriter } = require('../../../lib/writers/html/index.js');
const { makeFolder } = require('../../support/cli.js');

const CAMPAIGN = { command: ['mocha'], state: 'done', node: 'v24.0.0', platform: 'linux', seed: 1, started: '', failures: [], runs: [] };

function traceOf(count) {
  const operations = Array.from({ length: count }, (_, at) => {
    const name = `fs.readFile(file-${at}.txt)@test/${at % 500}.test.js:${at}:11#1<0a1b2c3d`;
    return { name, phase: 'callback', api: 'fs.readFile', site: `test/${at % 500}.test.js:${at}:11`, t: at, line: 2 * at, delay: at % 7 };
  });
  const runs = operations.map(({ name, phase, t, line }) => ({ name, phase, t: t + 500, line: line + 1 }));
  return { header: { pid: 1 }, operations, runs, cancels: [] };
}

test('500 failures with long traces and outputs fit into one megabyte', (t) => {
  const folder = makeFolder(t);
  fs.writeFileSync(path.join(folder, 'stdout'), 'a long line of output '.repeat(4000));
  fs.writeFileSync(path.join(folder, 'stderr'), '');
  const traces = [traceOf(20_000)];
  const writer = htmlWriter();
  const [delayed, overtaker] = [9000, 9002].map((at) => ({ name: traces[0].operations[at].name, phase: 'callback' }));
  const race = { delayed, overtaker };
  for (let index = 0; index < 500; index++) {
    const failure = { id: 'abcdef', title: `suite > test number ${index}`, runs: [1], failed: 1, of: 3, interval: [0, 1] };
    const about = index === 0 ? { race, rate: {} } : {};
    writer({ type: 'failure', campaign: CAMPAIGN, failure, folder, timelines: () => ({ failing: traces, passing: traces }), ...about });
  }
  const html = writer({ type: 'end', campaign: CAMPAIGN });
  assert.ok(html.length <= 1024 * 1024, `${html.length} bytes`);
  assert.match(html, /suite &gt; test number 499/);
  const { texts } = JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)[1]);
  assert.ok(texts.includes(race.delayed.name) && texts.includes(race.overtaker.name), 'the race is drawn');
});
