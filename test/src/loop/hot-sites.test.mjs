// A place in the code that was decided about often is delayed in bursts only (src/schedule/hot_sites.h).
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { decisions, fixture, run } from './support.mjs';

const TOTAL = 3000;
const COLD = 500; // decisions about a place before it is hot
const PHASES = 2; // a task has a start and an end

const runHot = (env) => run(fixture('hot-site.js'), { args: [`${TOTAL}`], env: { NACD_UNSUPPORTED_STALLS: '0', ...env } });

function operationsOf(events, api) {
  const made = [...decisions(events)].filter(([name]) => name.includes(` ${api}(`) && /^(action|worker) /.test(name));
  return { names: made.map(([name]) => name).sort(), delayed: made.filter(([, delay]) => delay !== undefined) };
}

test('a hot place is delayed in bursts, a new one as always, and all operations keep their names', async () => {
  const [resting, always] = await Promise.all([{}, { NACD_UNSUPPORTED_HOT_AFTER: '0' }].map(runHot));
  for (const { stdout, stderr } of [resting, always]) {
    assert.equal(stderr, '');
    assert.deepEqual(JSON.parse(stdout), { stat: TOTAL, access: 20 });
  }
  const [hot, all] = [resting, always].map(({ events }) => operationsOf(events, 'fs.stat'));
  assert.equal(all.names.length, TOTAL * PHASES);
  assert.deepEqual(hot.names, all.names);
  assert.ok(all.delayed.length > TOTAL * PHASES * 0.4, `${all.delayed.length} are delayed where none rests`);
  assert.ok(hot.delayed.length < COLD * PHASES, `${hot.delayed.length} are delayed`);
  assert.ok(hot.delayed.length > COLD * PHASES * 0.4, `${hot.delayed.length} are delayed`);
  const later = hot.delayed.filter(([name]) => Number(/#(\d+)/.exec(name)[1]) > COLD * 1.5);
  assert.ok(later.length > 10, `${later.length} are delayed in bursts`);
  const cold = operationsOf(resting.events, 'fs.access');
  assert.deepEqual(cold.names, operationsOf(always.events, 'fs.access').names);
  assert.ok(cold.delayed.length > 10, `${cold.delayed.length} of ${cold.names.length} are delayed at a new place`);
});

test('a schedule delays an operation at a place that rests', async (t) => {
  const { events } = await runHot({});
  const names = operationsOf(events, 'fs.stat').names.filter((name) => /^worker .*#2[5-9]\d\d\//.test(name));
  assert.equal(names.length, 500);
  const delays = names.map((name) => ({ name: name.slice('worker '.length), phase: 'worker', delay: 20 }));
  const folder = mkdtempSync(join(tmpdir(), 'nacd-hot-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const schedule = join(folder, 'schedule.json');
  writeFileSync(schedule, JSON.stringify({ format: 1, delays }));
  const replay = await runHot({ NACD_MODE: 'replay', NACD_SCHEDULE: schedule });
  assert.equal(replay.stderr, '');
  const held = operationsOf(replay.events, 'fs.stat').delayed.map(([name]) => name);
  assert.deepEqual(held.sort(), names);
});
