// A child is held as a whole: it is stopped until it is due, and never for longer.
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fixture, run } from './support.mjs';

// Children that this strategy holds are the only operations here that it holds for long.
const env = { NACD_STRATEGY: 'reverse', NACD_MODE: 'always', NACD_UNSUPPORTED_STALLS: '0' };

const isHeld = ({ name, delay }) => delay === 500 && /^child_process\.spawn.*\/child#1\/ready#1$/.test(name);

async function inFolder(use) {
  const folder = mkdtempSync(path.join(tmpdir(), 'nacd-held-'));
  try {
    return await use(path.join(folder, 'file'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('a timer comes before the output of a held child, and nobody hears that the child was stopped', async () => {
  const { stdout, events } = await run(fixture('held-child.js'), { args: ['timer'], env });
  assert.equal(stdout.replaceAll('SIGCHLD\n', ''), 'timer\nline\n');
  assert.equal(stdout.match(/SIGCHLD/g).length, 1); // its end
  assert.ok(events.some(isHeld));
  assert.ok(events.at(-1).skipped > 100, 'nothing can come from a stopped child: time is skipped');
});

test('a held child stays held as the program first uses the worker pool', async () => {
  const { stdout, events } = await run(fixture('held-child.js'), { args: ['pool'], env });
  assert.equal(stdout, 'stat\nline\n');
  const runOf = (pattern) => events.findIndex(({ type, name }) => type === 'run' && pattern.test(name));
  const [task, child] = [runOf(/fs\.stat#1$/), runOf(/\/child#1\/ready#1$/)];
  assert.ok(task >= 0 && child > task);
  assert.ok(events.some(isHeld));
});

test('a held child that the program stops stays stopped until the program continues it', async () => {
  const { stdout, events } = await run(fixture('held-child.js'), { args: ['stopped'], env });
  assert.equal(stdout, 'timer\nline\n');
  assert.ok(events.some(isHeld));
});

for (const kind of ['spawnSync', 'readFileSync']) {
  test(`a thread that waits for a held child in ${kind} goes on`, () => inFolder(async (file) => {
    const { stdout, code, events } = await run(fixture('held-child.js'), { args: [kind, file], env });
    assert.equal(stdout, 'line\n');
    assert.equal(code, 0);
    assert.ok(events.some(isHeld));
  }));
}

test('a held child goes on when its parent is killed', () => inFolder(async (file) => {
  const { signal, events } = await run(fixture('held-child.js'), { args: ['killed', file], env });
  assert.equal(signal, 'SIGKILL');
  assert.ok(events.some(isHeld));
  for (let tries = 0; tries < 200 && !existsSync(file); tries++) await sleep(50);
  assert.ok(existsSync(file));
}));
