// Ends of children among the output of others.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

test('a child\'s exit does not wait until others have nothing to say', async () => {
  for (const NACD_SEED of ['2', '5', '6', '10']) {
    const env = { NACD_SEED, NACD_MODE: 'always', NACD_MIN_DELAY: '100', NACD_MAX_DELAY: '200', NACD_UNSUPPORTED_STALLS: '0' };
    const { code, stdout } = await run(fixture('talkers.js'), { env });
    assert.equal(code, 0);
    // Of 1,500 times in all: a busy machine starts the fourth child late.
    assert.ok(Number(stdout) < 500, `seed ${NACD_SEED}: heard ${stdout.trim()} times before`);
  }
});

test('a replay delivers a child\'s output before its exit if the failing run did, also where both come in one poll', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'nacd-exits-'));
  const schedule = path.join(folder, 'schedule.json');
  const base = { NACD_MODE: 'replay', NACD_SCHEDULE: schedule, NACD_ENGINE: 'both', NACD_STRATEGY: 'reverse', NACD_UNSUPPORTED_STALLS: '0' };
  const orderOf = async (delays, NACD_UNSUPPORTED_ENDS_WAIT) => {
    writeFileSync(schedule, JSON.stringify({ format: 1, delays }));
    return run(fixture('last-output.js'), { env: { ...base, NACD_SEED: '1', NACD_UNSUPPORTED_ENDS_WAIT } });
  };
  try {
    const { events } = await orderOf([], '1');
    const { name } = events.find(({ phase, name: full }) => phase === 'descriptor' && /^child_process\.spawn.*\/pipe#1\/ready#1$/.test(full));
    const held = { name, phase: 'descriptor', delay: 200 };
    for (const waits of ['0', '1']) {
      const { stdout } = await orderOf([{ ...held, beforeEnd: true }], waits);
      assert.equal(stdout.trim(), 'output exit', `ends_wait ${waits}`);
    }
    assert.equal((await orderOf([held], '1')).stdout.trim(), 'output exit');
    assert.equal((await orderOf([held], '0')).stdout.trim(), 'exit output');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const [others, args, seen] of [['beside others may', [], 'exit result'], ['alone does not', ['alone'], 'result exit']]) {
  test(`a child's exit ${others} come before its held message, also where ends wait for held output`, async () => {
    const held = { NACD_STRATEGY: 'reverse', NACD_UNSUPPORTED_STALLS: '0', NACD_UNSUPPORTED_ENDS_WAIT: '1' };
    const { stdout } = await run(fixture('last-message.js'), { args, env: { NACD_MODE: 'always', ...held } });
    assert.equal(stdout.trim(), seen);
  });
}

for (const order of ['one after the other', 'together']) {
  test(`output of children that have ended takes no real time (${order})`, async () => {
    const always = { NACD_MODE: 'always', NACD_MIN_DELAY: '5000', NACD_MAX_DELAY: '5000', NACD_STRATEGY: 'reverse' };
    const { code, events } = await run(fixture('ended-children.js'), { args: [order], env: { ...always, NACD_UNSUPPORTED_STALLS: '0' } });
    assert.equal(code, 0);
    const { skipped } = events.find(({ type }) => type === 'waits');
    // Each child is held at its start, and each time its output after its end.
    assert.ok(skipped > (order === 'together' ? 7_500 : 15_000), `${skipped} ms`);
  });
}
