// Retries for what another process makes take the time that they take for the other process.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, test } from 'node:test';
import { decisions, fixture, run, runnerOf } from './support.mjs';

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await new Promise((resolve) => { server.close(resolve); });
  return String(port);
}

describe('retries', { concurrency: 2 }, () => {
  for (const kind of ['file', 'sync', 'socket', 'port']) {
    for (const way of kind === 'sync' ? ['interval', 'beside'] : ['interval', 'deadline', 'spin']) {
      test(`for a ${kind}, ${way}`, async () => {
        for (const [seed, engine] of [['1', 'loop'], ['2', 'both'], ['3', 'both']]) {
          const env = { NACD_SEED: seed, NACD_ENGINE: engine };
          const { stdout, stderr, code } = await run(fixture('outside/retries.js'), { args: [kind, way, await freePort()], env });
          assert.deepEqual([stdout, stderr, code], ['found\n', '', 0], `seed ${seed}`);
        }
      });
    }
  }

  const looking = {
    'looks of a program that does something else after each are none': 'looks.js',
    'a folder that is there is no question for a program that writes into it': 'own-folder.js',
  };
  for (const [title, file] of Object.entries(looking)) {
    test(title, async () => {
      const env = { NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500' };
      const { code, stderr, events } = await run(fixture(file), { env });
      assert.deepEqual([code, stderr], [0, '']);
      const { skipped, real } = events.find(({ type }) => type === 'waits');
      assert.ok(skipped > 20 * 2 * 400 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
    });
  }

  const tests = {
    'a test that sleeps for a millisecond between two looks waits for no longer': 'sleeps-briefly.js',
    'a lock that the test has made itself is no question': 'own-lock.js',
    'a file in a folder of mkdtemp is no question': 'seeks-own.js',
    'a folder that many make at once is no question': 'many-folders.js',
    'a file that a test seeks again and again without a sleep is no question': 'seeks.js',
  };
  for (const [title, file] of Object.entries(tests)) {
    test(title, async (t) => {
      const env = { NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500', NACD_UNSUPPORTED_STALLS: '0' };
      const { code, stderr, events } = await run(runnerOf(t, file), { env });
      assert.deepEqual([code, stderr], [0, '']);
      const { skipped, real } = events.find(({ type }) => type === 'waits');
      assert.ok(skipped > 20 * 400 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
    });
  }

  test('nor is it in a process that node --test has started', async () => {
    const always = { NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500', NACD_UNSUPPORTED_STALLS: '0' };
    const env = { ...always, NODE_TEST_CONTEXT: undefined };
    const { code, stdout, events } = await run(fixture('seeks.js'), { nodeArgs: ['--test'], env });
    assert.equal(code, 0, stdout);
    const waits = events.filter(({ type }) => type === 'waits').sort((one, other) => other.skipped - one.skipped);
    const [{ skipped, real }] = waits;
    assert.ok(skipped > 20 * 400 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
  });

  test('a question that is asked again and again is not held for long, since it is held for real', async () => {
    const env = { NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500' };
    const { code, events } = await run(fixture('polls.js'), { env });
    assert.equal(code, 0);
    const looks = [...decisions(events)].filter(([name]) => /^worker .*fs.access#1$/.test(name));
    const delays = looks.map(([, delay]) => delay);
    assert.equal(delays.length, 10);
    assert.ok(delays.slice(0, 2).every((delay) => delay >= 400), delays.join());
    assert.ok(delays.slice(2).every((delay) => delay <= 5), delays.join());
  });
});
