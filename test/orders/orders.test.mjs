// A few of the order programs; benchmarks/orders.mjs runs all. Each shows its usual order plainly, the other one where
// something is slow, and a campaign finds that.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const MAIN = path.join(here, '..', '..', 'lib', 'cli', 'main.js');

function runProgram(program, env = {}) {
  return spawnSync(process.execPath, [program], { env: { ...process.env, ...env }, encoding: 'utf8', timeout: 60000 });
}

function campaign(program, runs) {
  const out = mkdtempSync(path.join(tmpdir(), 'nacd-orders-'));
  try {
    const args = [MAIN, 'run', '-n', String(runs), '--seed', '1', '--out', out, '--', process.execPath, program];
    return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 120000 });
  } finally {
    rmSync(out, { recursive: true });
  }
}

const SHOWN = [
  'timers-merge-message', 'watch-timer', 'immediates-timer', 'fs-timer', 'dgram-one-socket', 'dns-two-queries',
  'wait-async-timer', 'child-work-timer', 'fork-chains', 'late-lock', 'send-send',
];

for (const name of SHOWN) {
  test(`possible: ${name}`, () => {
    const program = path.join(here, 'possible', `${name}.js`);
    // A busy machine shows the other order plainly, too, but not each time.
    const runs = Array.from({ length: 10 });
    const shows = (env, pattern) => runs.some(() => pattern.test(runProgram(program, env).stderr));
    assert.ok(shows({}, /^$/), 'the usual order');
    assert.ok(shows({ ORDERS_SLOW: '1' }, /^ORDER: /), 'the other order on plain Node');
    const { status, stdout } = campaign(program, 30); // as many as without -n
    assert.equal(status, 1, stdout);
    assert.match(stdout, /ORDER: /);
  });
}

for (const name of ['timers-in-order', 'immediate-timer-in-io', 'close-immediate', 'timer-immediate-in-timer', 'sends-in-order', 'send-exit']) {
  test(`impossible: ${name}`, () => {
    const { status, stdout } = campaign(path.join(here, 'impossible', `${name}.js`), 8);
    assert.equal(status, 0, stdout);
  });
}

