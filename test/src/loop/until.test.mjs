// A replayed delay and the program's timers. On a slow machine a timer is set late, compared with the delay.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('a replayed delay ends after the timer that fired during it in the failing run', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nacd-until-'));
  const schedule = path.join(folder, 'schedule.json');
  const replay = (delays) => {
    writeFileSync(schedule, JSON.stringify({ format: 1, delays }));
    return run(fixture('late-limit.js'), { env: { NACD_MODE: 'replay', NACD_SCHEDULE: schedule, NACD_ENGINE: 'both' } });
  };
  try {
    const { events } = await replay([]);
    const { name } = events.find(({ phase, api }) => phase === 'worker' && api === 'fs.stat');
    const timer = events.find(({ phase }) => phase === 'timer');
    const until = [`timer ${timer.name}`];
    // The limit is over 100 ms after the delay, as if the thread had been busy before it was set.
    assert.equal((await replay([{ name, phase: 'worker', delay: 300, until }])).stdout, 'limit\nstat\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
