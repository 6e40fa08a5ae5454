'use strict';
// What stands in for AsyncLocalStorage.run(): does it do the same? Node keeps async context in frames or in resources.
// Runs on every Node.js version.
const assert = require('node:assert/strict');
const { AsyncLocalStorage, executionAsyncResource } = require('node:async_hooks');
const { test } = require('node:test');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const binding = require('../../../lib/preload/binding.js');
const { contextOf } = require('../../../lib/preload/glue/context.js');
const { runInFrames } = require('../../../lib/preload/glue/frames.js');
const { runInResources } = require('../../../lib/preload/glue/resources.js');
const { inEveryMode } = require('./harness.js');

const major = Number.parseInt(process.versions.node, 10);
const access = binding.asyncFrameAccess();

const runs = {
  run: (storage) => (...call) => storage.run(call[0], Reflect.apply, ...call.slice(1)),
  frames: (storage) => runInFrames(storage, access),
  resources: (storage) => runInResources(storage, executionAsyncResource),
};
const kind = access && runInFrames(new AsyncLocalStorage(), access) ? 'frames' : 'resources';

// Each is given our storage, two of the program's, and run(store, fn, self, args); returns what can be seen.
const programs = {
  'the result, this and the arguments': ({ run }) => run(7, function sum(a, b) { return [this, a, b]; }, 'self', [1, 2]),
  'what was entered is left': ({ ours, run }) => [run(7, () => ours.getStore(), null, []), ours.getStore()],
  'inside each other': ({ ours, run }) => run(7, () => [run(8, () => ours.getStore(), null, []), ours.getStore()], null, []),
  'inside each other, among others': ({ ours, one, run }) => one.run('a', () => run(7, () =>
    [run(8, () => [ours.getStore(), one.getStore()], null, []), ours.getStore(), one.getStore()], null, [])),
  'others are entered inside, and ours again': ({ ours, one, run }) => run(7, () => {
    const within = one.run('a', () => [ours.getStore(), run(8, () => [ours.getStore(), one.getStore()], null, [])]);
    return [within, ours.getStore(), one.getStore()];
  }, null, []),
  'others are disabled where they are not': ({ ours, one, run }) => run(7, () => {
    one.disable();
    return [ours.getStore(), one.getStore(), run(8, () => ours.getStore(), null, [])];
  }, null, []),
  'the same again': ({ ours, one, run }) => run(7, () => {
    run(7, () => one.enterWith('kept'), null, []);
    return [ours.getStore(), one.getStore()];
  }, null, []),
  'others are seen': ({ ours, one, two, run }) => one.run('a', () => two.run('b', () =>
    run(7, () => [ours.getStore(), one.getStore(), two.getStore()], null, []))),
  'only another one is seen': ({ ours, one, run }) => one.run('a', () =>
    [run(7, () => [ours.getStore(), one.getStore()], null, []), ours.getStore(), one.getStore()]),
  'what the program entered stays': ({ ours, one, two, run }) => one.run('a', () => {
    run(7, () => { one.enterWith('b'); two.enterWith('c'); }, null, []);
    return [ours.getStore(), one.getStore(), two.getStore()];
  }),
  'what the program entered and left does not': ({ ours, one, run }) => {
    run(7, () => one.run('b', () => {}), null, []);
    return [ours.getStore(), one.getStore()];
  },
  'what the program disabled stays so': ({ ours, one, two, run }) => one.run('a', () => two.run('b', () => {
    run(7, () => one.disable(), null, []);
    return [ours.getStore(), one.getStore(), two.getStore()];
  })),
  'an error is thrown on': ({ ours, one, run }) => {
    const seen = [];
    const fail = () => { one.enterWith('b'); throw new Error('thrown'); };
    try { run(7, fail, null, []); } catch ({ message }) { seen.push(message); }
    return [...seen, ours.getStore(), one.getStore()];
  },
  'a full stack': ({ ours, one, run }) => one.run('a', () => {
    const deeper = (depth) => run(depth, deeper, null, [depth + 1]);
    try { deeper(1); } catch ({ name }) { return [name, ours.getStore(), one.getStore()]; }
    return [];
  }),
};

// Our storage, whose values stand for contexts, as the program sees it.
const seenThrough = (storage) => ({ getStore: () => contextOf(storage.getStore()) });

// Apart from each other, so that what one program enters is not there for the next.
const inContextOfItsOwn = (fn) => new Promise((resolve, reject) => setImmediate(() => {
  try { resolve(fn()); } catch (error) { reject(error); }
}));

const outcome = (program, kind) => inContextOfItsOwn(() => {
  const [ours, one, two] = Array.from({ length: 3 }, () => new AsyncLocalStorage());
  return program({ ours: seenThrough(ours), one, two, run: runs[kind](ours) });
});

for (const [title, program] of Object.entries(programs)) {
  test(title, async () => {
    const expected = await outcome(program, 'run');
    assert.ok(expected.length > 0);
    assert.deepEqual(await outcome(program, kind), expected);
  });
}

test('operations that are started carry it on', async () => {
  const [ours, one] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
  const run = runs[kind](ours);
  // More than are made ahead, all on their way at once.
  const late = Array.from({ length: 100 }, (_, context) => one.run(`a${context}`, () => run(context, async () => {
    await new Promise(setImmediate);
    return [contextOf(ours.getStore()), one.getStore()];
  }, null, [])));
  assert.equal(ours.getStore(), undefined);
  assert.deepEqual(await Promise.all(late), Array.from(late, (_, context) => [context, `a${context}`]));
});

test('what a program put into async context can be collected', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const [ours, one] = [new AsyncLocalStorage(), new AsyncLocalStorage()];
  const run = runs[kind](ours);
  let timer;
  const kept = await new Promise((resolve) => {
    setImmediate(() => {
      const value = { large: true };
      const outlast = () => one.exit(() => { timer = setInterval(() => {}, 1000); });
      one.run(value, () => run(7, outlast, null, []));
      resolve(new WeakRef(value));
    });
  });
  await new Promise(setImmediate);
  gc();
  clearInterval(timer);
  assert.equal(kept.deref(), undefined);
});

test('what is not there is not stood in for', () => {
  const storage = new AsyncLocalStorage();
  if (kind === 'frames') return assert.equal(runInResources(storage, executionAsyncResource), undefined);
  assert.equal(access && runInFrames(storage, access), undefined);
  assert.equal(runInResources(storage, () => ({})), undefined);
});

const OTHER_KIND = { 22: '--experimental-async-context-frame', 24: '--no-async-context-frame', 26: '--no-async-context-frame' };
test('with the kind of async context that is not usual', { skip: !OTHER_KIND[major] && 'there is one alone' }, async (t) => {
  const { plain } = await inEveryMode(t, 'meaning/context.js', { flags: [OTHER_KIND[major]], env: { NODE_NO_WARNINGS: '1' } });
  assert.deepEqual([plain.status, plain.stderr], [0, '']);
});
