'use strict';
// How a process ends, and what becomes of exceptions. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { describe, test } = require('node:test');
const { inEveryMode, run } = require('./harness.js');

test("exceptions reach 'uncaughtException' with the user's frames", async (t) => {
  const { plain } = await inEveryMode(t, 'meaning/uncaught.js', {
    tell: ({ stdout, ...rest }) => ({ ...rest, traces: 0, operations: 0, lines: stdout.split('\n').sort() }),
  });
  assert.equal(plain.status, 0);
  assert.equal(plain.stdout.match(/true,true/g).length, 7);
});

test('an exception is printed with the line that threw it', async (t) => {
  const { plain } = await inEveryMode(t, 'thrown.js', { tell: ({ stderr }) => stderr.split('\n').slice(0, 5) });
  assert.match(plain.stderr, /thrown\.js:6\n.*throw new Error\('thrown here'\)/);
});

describe('the end of a process', () => {
  const ways = {
    end: 0,
    'process.exit in a callback': 3,
    'process.exitCode': 4,
    'process.exit in an exit handler': 5,
    'an exception': 1,
    'a rejection': 1,
    'an exception in an exit handler': 1,
    'process.abort by a signal': null,
  };
  for (const [way, status] of Object.entries(ways)) {
    test(way, async (t) => {
      const options = { args: [way], tell: ({ status: s, signal, stdout }) => ({ status: s, signal, stdout }) };
      const { plain, always } = await inEveryMode(t, 'meaning/exit.js', options);
      assert.equal(plain.status, status);
      for (const { stderr } of [plain, always]) {
        const frames = /exception|rejection/.test(way) ? /at .*exit\.js:\d+:\d+/ : /^$/;
        assert.match(stderr, frames);
      }
    });
  }
});

describe('the seed of a failed process', () => {
  const failing = { args: ['process.exit in a callback'], env: { NACD_QUIET: '', NACD_SEED: '77' } };
  test('is told in one line', async (t) => {
    const { stderr, status } = await run(t, 'meaning/exit.js', failing);
    assert.deepEqual([stderr, status], ['nacd: failed with seed 77; NACD_SEED=77 repeats its delays\n', 3]);
  });
  test('is made up where none is given', async (t) => {
    const { stderr } = await run(t, 'meaning/exit.js', { ...failing, env: { NACD_QUIET: '', NACD_SEED: '' } });
    assert.match(stderr, /^nacd: failed with seed (\d+); NACD_SEED=\1 repeats its delays\n$/);
  });
  for (const [why, options] of Object.entries({
    'after a success': { ...failing, args: ['end'] },
    'with NACD_QUIET=1': { ...failing, env: { NACD_QUIET: '1' } },
    'in mode never': { ...failing, mode: 'never' },
  })) {
    test(`is not told ${why}`, async (t) => assert.equal((await run(t, 'meaning/exit.js', options)).stderr, ''));
  }
});
