import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { decisions, fixture, preload, run } from './support.mjs';

const sorted = (text) => text.trim().split('\n').sort();

// The share of decisions that two runs have in common. (Whether a timer is decided about depends on what is due beside
// it, so a run may have one more. Where a thread could have stalled depends on what is on its way just then.)
function agreement(one, other) {
  const [left, right] = [one, other].map(({ events }) =>
    decisions(events.filter(({ phase, delay }) => phase !== 'stall' || delay !== undefined)));
  const names = new Set([...left.keys(), ...right.keys()]);
  const equal = [...names].filter((name) => left.has(name) && right.has(name) && left.get(name) === right.get(name));
  return equal.length / names.size;
}

test('a program does the same, in another order; with the clock skip its waiting takes no time', async () => {
  const plain = await run(fixture('mixed.js'), { plain: true });
  const held = await run(fixture('mixed.js'), { env: { NACD_CLOCK: 'skip' } });
  assert.equal(held.stderr, '');
  assert.deepEqual(sorted(held.stdout), sorted(plain.stdout));
  assert.notEqual(held.stdout, plain.stdout);
  assert.ok(held.ms < plain.ms / 2, `${held.ms} ms, plainly ${plain.ms} ms`);
});

// The order may differ where two things are due within the milliseconds that the program itself takes to run.
test('a seed repeats its decisions, another seed has others', async () => {
  const [first, second, other] = await Promise.all(['5', '5', '6'].map((seed) => (
    run(fixture('mixed.js'), { env: { NACD_SEED: seed } }))));
  assert.ok(agreement(first, second) >= 0.95, `${agreement(first, second)}`);
  assert.ok(agreement(first, other) < 0.8, `${agreement(first, other)}`);
});

test('with a child process the wait is real', async () => {
  for (const seed of ['1', '2', '3', '4']) {
    const { stdout, code } = await run(fixture('child.js'), { env: { NACD_SEED: seed } });
    assert.deepEqual(sorted(stdout), ['data', 'exit']);
    assert.equal(code, 0);
  }
});

test('delays that take real time are shorter after a while', async () => {
  const [few, many] = await Promise.all(['300', '3600000'].map(async (budget) => {
    const env = { NACD_MODE: 'always', NACD_UNSUPPORTED_HELD_BUDGET: budget };
    const { ms, code, stdout, events } = await run(fixture('beside-child.js'), { env });
    assert.deepEqual([code, stdout], [0, 'done\n']);
    return { ms, last: events.filter(({ delay }) => delay !== undefined).slice(-4).map(({ delay }) => delay) };
  }));
  assert.ok(few.ms < many.ms / 2, `${few.ms} and ${many.ms} ms`);
  assert.ok(Math.max(...few.last) <= 5, `a hundredth at last: ${few.last}`);
});

test('what is ready at one moment is decided about in one order', async () => {
  const { stdout } = await run(fixture('together.js'), { env: { NACD_STRATEGY: 'reverse', NACD_MODE: 'always' } });
  assert.deepEqual(stdout.trim().split('\n'), ['3', '2', '1', '0']);
});

// Why it may: docs/reference/engines.md.
test("a child's exit may come before its output, its close never, and not when something else came in between", async () => {
  const orders = async (kind) => {
    const env = { NACD_STRATEGY: 'reverse', NACD_MODE: 'always' };
    const { stdout } = await run(fixture('output.js'), { args: [kind], env });
    return stdout;
  };
  assert.equal(await orders('alone'), 'exit\ndata\nclose\n');
  assert.equal(await orders('with a timer'), 'data\nexit\nclose\n');
});

test('where chance decides, the exit of a child that is alone comes before its output rarely', async () => {
  const orders = [];
  for (let seed = 1; seed <= 64 && !orders.includes('exit\ndata\nclose\n'); seed++) {
    const env = { NACD_UNSUPPORTED_PROBABILITY: '1', NACD_MIN_DELAY: '450', NACD_SEED: String(seed) };
    orders.push((await run(fixture('output.js'), { args: ['alone'], env })).stdout);
  }
  assert.equal(orders.at(-1), 'exit\ndata\nclose\n');
  assert.ok(orders.length > 4, `after ${orders.length} runs`);
  assert.deepEqual(new Set(orders.slice(0, -1)), new Set(['data\nexit\nclose\n']));
});

// libuv tells of a signal after one pass over what is ready.
test('output that goes on and on does not keep back the exit of a child', async () => {
  const { stdout, stderr } = await run(fixture('flood.js'), { env: { NACD_MODE: 'always', NACD_CLOCK: 'real' } });
  assert.equal(stderr, '');
  assert.ok(Number(stdout) < 100, `after ${stdout} pieces`);
});

test('a schedule replayed by hand allows what the recorded strategy did', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-strategy-'));
  const env = { NACD_STRATEGY: 'reverse', NACD_MODE: 'always' };
  const recorded = await run(fixture('output.js'), { args: ['alone'], env });
  const delays = recorded.events.filter(({ delay }) => delay).map(({ name, phase, delay }) => ({ name, phase, delay }));
  const schedule = join(folder, 'schedule.json');
  writeFileSync(schedule, JSON.stringify({ format: 1, options: { strategy: 'reverse' }, delays }));
  const again = await run(fixture('output.js'), { args: ['alone'], env: { NACD_MODE: 'replay', NACD_SCHEDULE: schedule } });
  rmSync(folder, { recursive: true });
  assert.deepEqual([recorded.stdout, again.stdout], ['exit\ndata\nclose\n', 'exit\ndata\nclose\n']);
});

test('messages between threads: in order on a port, all of them, in any order between ports', async () => {
  const orders = new Set();
  for (let seed = 1; seed <= 8; seed++) {
    const { stdout, stderr } = await run(fixture('ports.js'), { env: { NACD_SEED: String(seed), NACD_UNSUPPORTED_PROBABILITY: '0.8' } });
    assert.equal(stderr, '');
    assert.match(stdout, /own immediate/); // what a thread tells itself is not held
    assert.match(stdout, /1.* 2.* 3/);
    assert.match(stdout, /end/);
    orders.add(stdout.indexOf('end') < stdout.indexOf('3'));
  }
  assert.ok(orders.has(true)); // as never in plain Node
});

// libuv asks all handles in one go: the second one's message was past us before anybody looked.
test('a message that comes while the listener of another port runs can be held', async () => {
  const { stdout } = await run(fixture('busy-port.js'), { plain: true });
  assert.equal(stdout, 'one\ntwo\nimmediate\n');
  const held = await run(fixture('busy-port.js'), { env: { NACD_MODE: 'always', NACD_MIN_DELAY: '100' } });
  assert.deepEqual([held.stdout, held.stderr, held.code], ['one\nimmediate\ntwo\n', '', 0]);
});

test('no message is lost, whenever it comes', async () => {
  for (const clock of ['real', 'virtual']) {
    for (const seed of [1, 2]) {
      const env = { NACD_CLOCK: clock, NACD_MODE: 'always', NACD_MAX_DELAY: '4', NACD_SEED: String(seed) };
      const { stdout, stderr } = await run(fixture('message-pairs.js'), { env });
      assert.deepEqual([stdout, stderr], ['600\n', '']);
    }
  }
});

// Bytes that the kernel keeps back behind a held read were taken for delivered, and the clock ran ahead of them.
test('bytes that the kernel keeps back are waited for, also behind a read that is held', async () => {
  for (const args of [[], ['thread']]) {
    for (let seed = 1; seed <= 8; seed++) {
      const env = { NACD_SEED: String(seed), NACD_UNSUPPORTED_PROBABILITY: '0.7' };
      const { stdout, stderr } = await run(fixture('pieces.js'), { args, env });
      assert.deepEqual([args, stdout, stderr], [args, 'all answered\n', '']);
    }
  }
});

test("the tasks of a file's stream are told with the place where it was made", async () => {
  const { events } = await run(fixture('file-stream.js'), { env: { NACD_ENGINE: 'both' } });
  for (const api of ['fs.open', 'fs.read', 'fs.close']) {
    const tasks = events.filter((event) => event.api === api && event.phase === 'worker');
    assert.ok(tasks.length > 0, api);
    for (const { name, site } of tasks) {
      assert.match(name, /^fs\.ReadStream\.(?:open|read|close)@/);
      assert.match(site, /file-stream\.js:6:6$/);
    }
  }
});

test('what a timer starts is not named after the task that came back before it, what an immediate starts is', async () => {
  const { events } = await run(fixture('timer-behind.js'), { env: { NACD_MODE: 'never' } });
  const first = events.filter(({ api, phase, type }) => !type && api === 'fs.lstat' && phase === 'worker')
    .map(({ name }) => name).filter((name) => !/fs\.lstat.*fs\.lstat|#[2-9]/.test(name));
  assert.equal(first.length, 2);
  assert.match(first[0], /^fs\.stat\(loop\)@.*timer-behind\.js:5:4#1\/fs\.lstat#1$/);
  assert.match(first[1], /^fs\.lstat:/);
});

test('process.exit() runs the tasks that were submitted', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-exit-'));
  const { code } = await run(fixture('exit.js'), { args: [folder], env: { NACD_UNSUPPORTED_PROBABILITY: '1' } });
  assert.equal(code, 3);
  const folders = readdirSync(folder).filter((name) => name.startsWith('folder'));
  assert.equal(folders.length, 20);
  rmSync(folder, { recursive: true });
});

test('worker threads are controlled, share the clock, and can be terminated', async () => {
  const { stdout, stderr, ms } = await run(fixture('workers.js'), { env: { NACD_CLOCK: 'skip' } });
  assert.equal(stderr, '');
  assert.deepEqual(sorted(stdout), [...Array(4).fill('exit 0'), ...Array(4).fill('message'), 'terminated']);
  assert.ok(ms < 15000, `${ms} ms`);
});

test('the clock does not jump while a thread has something to do', async () => {
  for (const env of [{ NACD_MODE: 'never' }, { NACD_MAX_DELAY: '1' }]) {
    const { stdout, stderr } = await run(fixture('far-timer.js'), { env });
    assert.equal(stderr, '');
    assert.equal(stdout, 'done\n');
  }
});

test('mode never holds nothing', async () => {
  const { events } = await run(fixture('mixed.js'), { env: { NACD_MODE: 'never' } });
  assert.deepEqual([...decisions(events).values()].filter((delay) => delay !== undefined), []);
});

for (const strategy of ['nodefz', 'reverse']) {
  test(`strategy ${strategy}`, async () => {
    const plain = await run(fixture('mixed.js'), { plain: true });
    const held = await run(fixture('mixed.js'), { env: { NACD_STRATEGY: strategy } });
    assert.deepEqual(sorted(held.stdout), sorted(plain.stdout));
  });
}

// Of these seeds four showed another order, with a pool that was simulated to be larger.
test('strategy nodefz: no task overtakes another one where the pool has one worker', async () => {
  const program = fileURLToPath(new URL('../../orders/impossible/pool-of-one.js', import.meta.url));
  for (const NACD_SEED of ['1', '2', '3', '4', '5', '6']) {
    const { stderr } = await run(program, { env: { NACD_STRATEGY: 'nodefz', NACD_SEED, NACD_UNSUPPORTED_LOOP_POOL_MAX_DELAY: '20' } });
    assert.equal(stderr, '', `seed ${NACD_SEED}`);
  }
});

test('io_uring for files is refused with one line', async () => {
  const { code, stderr } = await run(fixture('mixed.js'), { env: { UV_USE_IO_URING: '1' } });
  assert.equal(code, 2);
  assert.match(stderr, /^nacd: .*NACD_ENGINE=loop.*UV_USE_IO_URING.*\n$/);
});

test('a refusal is final, whatever another preload does when the process ends', async () => {
  const env = { UV_USE_IO_URING: '1', NACD_QUIET: '' };
  const nodeArgs = ['-r', fixture('pardon.js'), '-r', preload];
  const { code, stderr } = await run(fixture('mixed.js'), { env, nodeArgs, plain: true });
  assert.equal(code, 2);
  assert.match(stderr, /^nacd: .*UV_USE_IO_URING.*\n$/);
});
