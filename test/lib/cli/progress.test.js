'use strict';
// The first use of a long suite: the user sees at once that something happens, and how long it will take.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { Progress } = require('../../../lib/cli/progress.js');
const messages = require('../../../lib/messages/index.js');
const { makeFolder, nacd, readJson } = require('../../support/cli.js');

test('the progress line is there within a second, before the first run has ended', async () => {
  const written = [];
  const progress = new Progress({ write: (text) => written.push(text), columns: 80 });
  progress.see({ type: 'start', campaign: { runs: [], limits: { runs: 30 } } });
  await new Promise((resolve) => {
    setTimeout(resolve, 900);
  });
  progress.stop();
  assert.match(written.join(''), /without delays {2}0\.[3-9] s/);
});

test('the line has an estimate as soon as the first run has ended', () => {
  const written = [];
  const progress = new Progress({ write: (text) => written.push(text), columns: 80 });
  const campaign = { runs: [], limits: { runs: 30 }, baseline: { ms: 60_000 }, plain: { of: 1, failed: 0 } };
  progress.see({ type: 'baseline', campaign });
  progress.print('');
  progress.stop();
  assert.match(written.join(''), /run 1 of 30 .* 30 min left/);
});

test('the estimate for a suite of a minute', () => {
  const campaign = { seed: 1, limits: { runs: 30 } };
  const text = messages.baselinePassed({ ms: 60_000 }, campaign);
  assert.match(text, /30 runs of about 60 s each: about 30 min; --time SECONDS sets a limit/);
  const limited = messages.baselinePassed({ ms: 60_000 }, { ...campaign, limits: { runs: 30, time: 600 } });
  assert.match(limited, /about 10 min \(--time\)$/);
  assert.doesNotMatch(messages.baselinePassed({ ms: 100 }, campaign), /about/);
});

test('--time does not count the run without delays', async (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'long.js'), 'setTimeout(() => {}, 1500);');
  await nacd(['run', '--time', '1', '--', 'node', 'long.js'], { cwd });
  assert.equal(readJson(cwd, '.nacd/campaign.json').runs.length, 1);
});

test('--time is kept within one run, also by a run that hangs', async (t) => {
  const cwd = makeFolder(t);
  const text = "require('node:fs').stat('.', () => { if (process.env.NACD_MODE !== 'never') setInterval(() => {}, 1000); });";
  fs.writeFileSync(path.join(cwd, 'hangs-later.js'), text);
  const began = performance.now();
  const { stdout } = await nacd(['run', '--time', '2', '--', 'node', 'hangs-later.js'], { cwd });
  const took = performance.now() - began;
  assert.ok(took < 15_000, `took ${took} ms`);
  assert.match(stdout, /no run with delays has ended\n--time ended a run after \d.* s; without delays it takes .* s\./);
  assert.equal(readJson(cwd, '.nacd/campaign.json').state, 'done');
});
