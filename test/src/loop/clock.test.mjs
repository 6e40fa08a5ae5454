// The virtual clock: our delays take no time, the program's own waiting does. Runs on every Node.js version.
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fixture, run, runnerOf } from './support.mjs';

const skippedIn = (events) => events.filter(({ type }) => type === 'waits').reduce((sum, { skipped }) => sum + skipped, 0);
const ALWAYS = { NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500' };

test('delays take no time', async () => {
  const { stdout, ms, events } = await run(fixture('clock-stats.js'), { env: ALWAYS });
  assert.equal(stdout, 'done\n');
  assert.ok(skippedIn(events) >= 20 * 400, `${skippedIn(events)} ms skipped`);
  assert.ok(ms < 20 * 400 / 2, `${ms} ms`);
});

test('waiting while nothing is held is real, and shows in no clock of the program', async () => {
  const { stdout, ms, events } = await run(fixture('clock-sleep.js'), { env: ALWAYS });
  assert.ok(Number(stdout) < 700, stdout);
  assert.ok(ms >= 500, `${ms} ms`);
  assert.equal(skippedIn(events), 0);
});

for (const way of ['late', 'unreferenced']) {
  test(`a forked program skips its delays as long as it does not hear its parent; ${way}`, async () => {
    const env = { NACD_MODE: 'always', NACD_MIN_DELAY: '50', NACD_MAX_DELAY: '60', NACD_UNSUPPORTED_STALLS: '0' };
    const { stdout, stderr, code, events } = await run(fixture('channel.js'), { args: [way], env });
    assert.deepEqual([stdout, stderr, code], ['answer\n', '', 0]);
    const skipped = Math.max(...events.filter(({ type }) => type === 'waits').map((waits) => waits.skipped));
    assert.equal(skipped > 1000, way === 'late', `${skipped} ms`);
  });
}

test("children start from their parent's clock", async () => {
  const { stdout, stderr } = await run(fixture('clock-children.js'), { env: ALWAYS });
  const names = ['asynchronous', 'synchronous', 'grandchild', 'limited'];
  assert.deepEqual([stdout, stderr], [names.flatMap((name) => [name, name]).map((name) => `${name} fine\n`).join(''), '']);
});

for (const how of ['directly', 'shell']) {
  test(`a program that a test starts tells the test's time of day, however much it has skipped; ${how}`, async (t) => {
    const { stdout, stderr } = await run(runnerOf(t, 'starts-server.js'), { args: [how], env: ALWAYS });
    assert.equal(stderr, '');
    const { early, late, mtimeLate, took } = JSON.parse(stdout);
    assert.ok(took >= 12 * 400, `the program has seen ${took} ms`);
    assert.ok(early <= 0 && late <= 0 && mtimeLate <= 0, stdout);
  });
}

// The kernel stamps files by its ticks, which are up to 10 ms late.
const TICK_MS = 10;

test('times of files agree with the clock of the program, and stay', async () => {
  const { stdout, events } = await run(fixture('file-times.js'), { env: ALWAYS });
  assert.ok(skippedIn(events) >= 20 * 400, `${skippedIn(events)} ms skipped`);
  const { written, changed, child, set, told, own } = JSON.parse(stdout);
  for (const { name, before, first, after } of changed) {
    assert.ok(before - TICK_MS <= first && first < after + 1, `${name}: ${before} ${first} ${after}`);
  }
  for (const { before, first, after, again } of written) {
    assert.ok(before - TICK_MS <= first && first < after + 1, `${before} ${first} ${after}`);
    assert.equal(again, first);
  }
  assert.ok(child <= TICK_MS, `in a child the file is from the future: ${child} ms`);
  // Some versions of Node.js lose a microsecond on the way.
  assert.ok(Math.abs(told - set) < 1, `${set} was set, ${told} is told`);
  assert.equal(own, statSync(fixture('file-times.js')).mtimeMs);
});

test('V8 does not take skipped time for that of an idle program, whose garbage it would collect', async () => {
  const { stdout, events } = await run(fixture('clock-many-stats.js'), { env: ALWAYS, nodeArgs: ['--trace-gc'] });
  assert.match(stdout, /^done$/m);
  assert.ok(skippedIn(events) > 30_000, `${skippedIn(events)} ms skipped`);
  assert.doesNotMatch(stdout, /\(reduce\)/);
});

test('a collection that V8 had planned before time was first skipped does not come', async () => {
  const nodeArgs = ['--trace-gc'];
  const { stdout, events } = await run(fixture('clock-many-stats.js'), { env: ALWAYS, nodeArgs, args: ['garbage'] });
  assert.match(stdout, /Scavenge/);
  assert.ok(skippedIn(events) > 31_000, `${skippedIn(events)} ms skipped`);
  assert.doesNotMatch(stdout, /\(reduce\)/);
});

test('nobody waits for code that V8 optimizes', async () => {
  const nodeArgs = ['--allow-natives-syntax'];
  const { stdout, events } = await run(fixture('clock-optimizing.js'), { env: ALWAYS, nodeArgs });
  assert.equal(stdout, 'done\n');
  const { skips, threads } = events.find(({ type }) => type === 'waits');
  assert.ok(skips >= 320, `${skips} jumps`);
  // With V8's threads it would be about a hundred; threads of the pool are late to sleep on a busy machine.
  assert.ok(threads < 45, `another thread was found running ${threads} times`);
});

test('a module of WebAssembly that is compiled is waited for, in every context', async () => {
  for (const args of [[], ['context']]) {
    const { stdout } = await run(fixture('clock-wasm.js'), { env: ALWAYS, args });
    assert.equal(stdout, 'module\n');
  }
});

test('a module of WebAssembly may come behind a timer', async () => {
  const { stdout } = await run(fixture('late-wasm.js'), { env: { ...ALWAYS, NACD_ENGINE: 'both' } });
  assert.equal(stdout, 'timer\n');
});

test('an instance of a compiled module comes before an immediate, as without delays', async () => {
  const { stdout } = await run(fixture('wasm-instance.js'), { env: { ...ALWAYS, NACD_ENGINE: 'api' } });
  assert.equal(stdout, 'instance immediate\n');
});

test('beyond the largest skew waiting is real', async () => {
  const env = { ...ALWAYS, NACD_CLOCK: 'skip', NACD_UNSUPPORTED_MAX_SKEW: '100' };
  const { ms, events } = await run(fixture('clock-sleep.js'), { env });
  const skipped = skippedIn(events);
  assert.ok(skipped > 90 && skipped < 101, `${skipped} ms skipped`);
  assert.ok(ms >= 400, `${ms} ms`);
});

test('delays get shorter, so that those of a long program do not reach the largest skew and take real time', async () => {
  const env = { ...ALWAYS, NACD_UNSUPPORTED_MAX_SKEW: '6000' };
  const { stdout, ms, events } = await run(fixture('clock-many-stats.js'), { env });
  assert.equal(stdout, 'done\n');
  const skipped = skippedIn(events);
  assert.ok(skipped > 4000 && skipped < 6000, `${skipped} ms skipped`);
  const delays = events.filter(({ phase, delay }) => phase === 'worker' && delay).map(({ delay }) => delay);
  assert.ok(delays.length >= 300 && Math.min(...delays) > 0, `${delays}`);
  assert.ok(ms < 300 * 400 / 4, `${ms} ms`);
});

test('the program waits for as long as its own waits may take, and what is more takes no time', async () => {
  const { stdout, ms, events } = await run(fixture('clock-far.js'), { env: { ...ALWAYS, NACD_UNSUPPORTED_OWN_WAITS: '300' } });
  assert.equal(stdout, '100 ms\n200000 ms\n');
  const skipped = skippedIn(events);
  // On a busy machine the first timer is late, and the second wait begins as much later.
  assert.ok(skipped > 190_000 && skipped <= 200_000 - 100, `${skipped} ms skipped`);
  assert.ok(ms >= 290, `${ms} ms`);
});

test('a program that runs tests waits for as long as all else has taken, and what is more takes no time', async (t) => {
  const { stdout, ms, events } = await run(runnerOf(t, 'clock-far.js'), { env: ALWAYS });
  assert.equal(stdout, '100 ms\n200000 ms\n');
  // A start that takes long on a busy machine is as much to wait for. A timer may be some milliseconds late.
  const skipped = skippedIn(events);
  assert.ok(skipped > 100_000 && skipped <= 200_100 - 900, `${skipped} ms skipped`);
  assert.ok(ms >= 1000, `${ms} ms`);
});

test('as long as a process is left that it has started, all of that waiting is real', async (t) => {
  const { ms, events } = await run(runnerOf(t, 'clock-left.js'), { env: ALWAYS });
  assert.equal(skippedIn(events), 0);
  assert.ok(ms >= 2500, `${ms} ms`);
});

test('with the clock skip it takes no time', async () => {
  const { events } = await run(fixture('clock-sleep.js'), { env: { ...ALWAYS, NACD_CLOCK: 'skip' } });
  // On a busy machine some of the time has passed before the loop waits.
  assert.ok(skippedIn(events) > 200, `${skippedIn(events)} ms skipped`);
});

test('timers of the program fire in their order while a delay is skipped', async () => {
  const { stdout } = await run(fixture('clock-timers.js'), { env: ALWAYS });
  assert.deepEqual(stdout.split('\n').filter(Boolean).map(Number), [50, 100, 150, 200, 250, 300]);
});

test('a loop that holds nothing waits with one that does, and both clocks agree', async () => {
  const { stdout, stderr, ms } = await run(fixture('clock-threads.js'), { env: ALWAYS });
  assert.equal(stderr, '');
  assert.equal(stdout, 'done\n');
  assert.ok(ms < 20 * 400 / 2, `${ms} ms`);
});

// In hundredths of a second, of all threads.
function processorTime(pid) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ').slice(11, 13);
  return Number(user) + Number(system);
}

test('a server that nobody asks uses no processor time', async () => {
  let used;
  const talk = (child) => child.stdout.once('data', async () => {
    const before = processorTime(child.pid);
    await setTimeout(2000);
    used = processorTime(child.pid) - before;
    child.kill('SIGKILL');
  });
  await run(fixture('clock-idle.js'), { talk });
  assert.ok(used < 50, `${used / 100} s of processor time in 2 s`);
});

test('our descriptors take no number that the program may get', async () => {
  const { stdout, events } = await run(fixture('descriptors-of-ours.js'), { env: ALWAYS });
  assert.ok(skippedIn(events) > 0);
  assert.equal(stdout, '[]\n');
});
