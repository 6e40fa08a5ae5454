// A process without a free file descriptor can't have its next threads controlled; nothing else changes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fixture, preload } from './support.mjs';

const limited = (...args) => {
  const env = { ...process.env, NACD_ENGINE: 'loop', NACD_CLOCK: 'virtual', NACD_SEED: '1', NACD_QUIET: '1' };
  return spawnSync('sh', ['-c', 'ulimit -n 100; exec "$0" "$@"', process.execPath, '-r', preload, ...args], {
    env, encoding: 'utf8', timeout: 60_000,
  });
};

// As glibc, musl and Node.js call it.
const TOO_MANY = /^nacd: .*(?:Too many open files$|No file descriptors available$|EMFILE: too many open files)/;

// The first thread without one is a matter of chance, so the test runs a few times.
test('threads that are refused end, and the process goes on', () => {
  for (let time = 0; time < 3; time++) {
    const { stdout, stderr, status, signal } = limited(fixture('many-workers.js'), '100');
    assert.deepEqual([stdout, status, signal], ['some answered\n', 0, null], stderr);
    const others = stderr.split('\n').filter((line) => line && !TOO_MANY.test(line));
    assert.deepEqual(others, []);
  }
});
