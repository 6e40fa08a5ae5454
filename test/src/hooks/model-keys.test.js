'use strict';
// Keys of the model that hooks ask for, given by a user's model (NACD_MODEL) for a package's own API.
// Runs on every Node.js version.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { modelClasses } = require('../../../lib/model-check/files.js');
const { canPostpone } = require('../../../lib/preload/glue/arguments.js');
const { schema } = require('../../model/files.js');
const { temporaryFolder } = require('../../support/package.js');
const { execute, readTraces, root } = require('./harness.js');

/** Runs `main` with a package "api" and the classes of `model`. Returns its lines and what was traced. */
async function program(t, { api = '', main, model, env = {} }) {
  const folder = temporaryFolder(t, 'nacd-keys-');
  const home = path.join(folder, 'node_modules', 'api');
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'index.js'), api);
  fs.writeFileSync(path.join(folder, 'main.js'), main);
  fs.writeFileSync(path.join(folder, 'model.json'), JSON.stringify(model));
  const NACD_TRACE = path.join(folder, 'traces');
  const result = await execute(process.execPath, ['-r', root, path.join(folder, 'main.js')], {
    cwd: folder,
    env: {
      NACD_MODE: 'always', NACD_ENGINE: 'api', NACD_SEED: '1', NACD_QUIET: '1', NACD_MIN_DELAY: '20', NACD_MAX_DELAY: '25',
      NACD_MODEL: path.join(folder, 'model.json'), NACD_TRACE, ...env,
    },
  });
  assert.deepEqual([result.stderr, result.status], ['', 0]);
  return { lines: result.stdout.split('\n').filter(Boolean), operations: readTraces(NACD_TRACE).flatMap(({ operations }) => operations) };
}

const delayed = (operations, phase) =>
  operations.filter((one) => one.phase === phase && one.delay > 0).map(({ api }) => api);

test('arguments: a call waits where its arguments are of these kinds', async (t) => {
  const { operations } = await program(t, {
    api: 'exports.take = exports.other = null; for (const name of ["take", "other"]) exports[name] = function (...args) { setImmediate(args.at(-1)); };',
    main: `
      const api = require('api');
      api.take(5, 'text', () => {});
      api.take('5', 'text', () => {});
      api.take(5, () => {});
      api.other(5, 'text', () => {});
      api.other('path', () => {});
    `,
    model: [{
      moduleName: 'api',
      properties: [
        { name: 'take', type: ['CB'], postponeAction: true, arguments: ['fd', 'text'] },
        { name: 'other', type: ['CB'], postponeAction: true },
      ],
    }],
  });
  const starts = operations.filter((one) => one.phase === 'registration' && one.delay > 0);
  assert.deepEqual(starts.map(({ api, site }) => [api, site.split(':').at(-2)]), [['api.take', '3'], ['api.other', '7']]);
});

test('arguments: each kind of the schema is known to the reader and to the check of a call', async (t) => {
  const kinds = schema().$defs.argumentKind.pattern.match(/[a-z]+/g);
  const { lines } = await program(t, {
    main: "require('node:fs'); console.log('read');",
    model: [{ moduleName: 'api', properties: [{ name: 'take', type: ['CB'], postponeAction: true, arguments: kinds }] }],
  });
  assert.deepEqual(lines, ['read']);
  const fits = kinds.filter((kind) => canPostpone(() => {}, ['w', () => {}], 1, kind));
  assert.deepEqual(fits, ['path', 'file', 'data', 'flag', 'text']);
});

test('usesThis: what stands in for a function that ignores its `this` is no proxy', async (t) => {
  const given = {
    api: 'exports.Thing = class { value() { return this.kept; } constructor() { this.kept = 7; } later(done) { setImmediate(done, this.kept); } };' +
      'exports.later = function (done) { setImmediate(done, 1); };',
    main: `
      const api = require('api');
      console.log(require('node:util').types.isProxy(api.later));
      new api.Thing().later((kept) => console.log(kept));
      api.later(() => {});
    `,
  };
  const properties = [{ name: 'later', type: ['CB'] }, { name: 'Thing', type: ['OC'], returnedObject: 'api.Thing' }];
  const thing = { moduleName: 'api.Thing', properties: [{ name: 'later', type: ['CB'] }] };
  const without = await program(t, { ...given, model: [{ moduleName: 'api', properties }, thing] });
  assert.deepEqual(without.lines, ['true', '7']);
  const free = await program(t, { ...given, model: [{ moduleName: 'api', usesThis: false, properties }, thing] });
  assert.deepEqual(free.lines, ['false', '7']);
  assert.deepEqual(delayed(free.operations, 'callback').sort(), ['api.Thing.later', 'api.later']);
});

test('arrivals: an object is named after the event that brings it, not after its own first event', async (t) => {
  const given = {
    api: `
      const EventEmitter = require('node:events');
      exports.Hub = class Hub extends EventEmitter {};
      exports.Peer = class Peer extends EventEmitter {};
      exports.start = (hub) => setImmediate(() => hub.emit('peer', new exports.Peer()));
      exports.poke = (peer, done) => setImmediate(() => { peer.emit('note'); done(); });
    `,
    main: `
      const api = require('api');
      const hub = new api.Hub();
      hub.on('peer', (peer) => {
        peer.on('note', () => {});
        api.poke(peer, () => {});
      });
      api.start(hub);
    `,
  };
  const properties = [
    { name: 'Hub', type: ['OC'], returnedObject: 'api.Hub' }, { name: 'Peer', type: ['OC'], returnedObject: 'api.Peer' },
    { name: 'poke', type: ['CB'] },
  ];
  const classes = (more) => [
    { moduleName: 'api', properties }, { moduleName: 'api.Hub', is: ['EventEmitter'], ...more }, { moduleName: 'api.Peer', is: ['EventEmitter'] },
  ];
  // A name ends with the operation it was started from, in angle brackets: here the call of poke().
  const noteOf = ({ operations }) => operations.find(({ api }) => api === 'api.Peer.note').name;
  const without = await program(t, { ...given, model: classes({}) });
  const named = await program(t, { ...given, model: classes({ arrivals: ['peer'] }) });
  assert.match(noteOf(without), /index\.js:6:\d+\/1<[0-9a-f]+/);
  assert.match(noteOf(named), /index\.js:5:\d+\/1#1$/);
});

test('heldByHooks: delayed by the hooks, where the loop engine holds the rest', { skip: process.platform !== 'linux' }, async (t) => {
  const { operations } = await program(t, {
    api: 'exports.own = function (done) { setImmediate(done); }; exports.seen = function (done) { setImmediate(done); };',
    main: "const api = require('api'); api.own(() => {}); api.seen(() => {});",
    model: [{ moduleName: 'api', properties: [{ name: 'own', type: ['CB'], heldByHooks: true }, { name: 'seen', type: ['CB'] }] }],
    env: { NACD_ENGINE: 'both' },
  });
  assert.deepEqual(delayed(operations, 'callback'), ['api.own']);
});

test('thread: a message is delayed, another dispatch of a port is not; an end comes after the messages', async (t) => {
  const { lines, operations } = await program(t, {
    api: `
      exports.Port = class Port { deliver(data, type) { console.log(type, data); } };
      exports.Thread = class Thread { ended(code) { console.log('end', code); } };
      exports.send = (port, thread) => setImmediate(() => {
        port.deliver(1, 'message');
        thread.ended(0);
      });
      exports.tell = (port) => setImmediate(() => port.deliver(2, 'state'));
    `,
    main: "const api = require('api'); api.send(new api.Port(), new api.Thread()); api.tell(new api.Port());",
    model: [
      { moduleName: 'api', properties: [{ name: 'Port', type: ['OC'], returnedObject: 'api.Port' }, { name: 'Thread', type: ['OC'], returnedObject: 'api.Thread' }] },
      { moduleName: 'api.Port', properties: [{ name: 'deliver', type: ['SO'], event: 'message', thread: 'message' }] },
      { moduleName: 'api.Thread', properties: [{ name: 'ended', type: ['SO'], event: 'exit', thread: 'end' }] },
    ],
  });
  assert.deepEqual(lines, ['state 2', 'message 1', 'end 0']);
  assert.deepEqual(delayed(operations, 'event'), ['api.Port.message', 'api.Thread.exit']);
});

test('immediate, optionsArgument: a timer without a time; a promise whose wait an abort ends', async (t) => {
  const { lines, operations } = await program(t, {
    api: `
      exports.soon = function (done) { setImmediate(done, 'soon'); };
      exports.wait = exports.pause = null;
      for (const name of ['wait', 'pause']) exports[name] = function () { return Promise.resolve(name); };
    `,
    main: `
      const api = require('api');
      api.soon((what) => console.log(what));
      const controller = new AbortController();
      const tell = (promise) => promise.then((what) => console.log(what), ({ name }) => console.log(name));
      tell(api.wait('text', { signal: controller.signal })).then(() => tell(second));
      const second = api.pause('text', { signal: controller.signal });
      // After all microtasks: both promises have settled, and wait for their turn.
      Promise.resolve().then(() => process.nextTick(() => controller.abort()));
    `,
    model: [{
      moduleName: 'api',
      properties: [
        { name: 'soon', type: ['CB'], callbackArgument: 0, timer: true, immediate: true },
        { name: 'wait', type: ['RP'], timer: true, optionsArgument: 1 },
        { name: 'pause', type: ['RP'], timer: true },
      ],
    }],
    env: { NACD_TIMERS: '1' },
  });
  assert.deepEqual(lines.filter((line) => line !== 'soon'), ['AbortError', 'pause']);
  assert.ok(lines.includes('soon'));
  assert.deepEqual(delayed(operations, 'timer').filter((api) => api.startsWith('api.')).sort(), ['api.pause', 'api.soon', 'api.wait']);
});

test('hooked: when a built-in module is hooked', async (t) => {
  const given = {
    main: "require('node:assert').rejects(Promise.reject(new Error('late')));",
  };
  const rejects = [{ name: 'rejects', type: ['RP'] }];
  const without = await program(t, { ...given, model: [{ moduleName: 'assert', properties: rejects }] });
  assert.deepEqual(delayed(without.operations, 'promise'), []);
  const hooked = await program(t, { ...given, model: [{ moduleName: 'assert', hooked: 'asked', properties: rejects }] });
  assert.deepEqual(delayed(hooked.operations, 'promise'), ['assert.rejects']);
});

test('hooked: the list that a start uses is that of the model files', () => {
  const { hookedModules } = require('../../../lib/preload/binding.js');
  const inFiles = modelClasses().filter(({ hooked }) => hooked).map(({ moduleName, hooked }) => [moduleName, hooked]);
  assert.deepEqual(hookedModules(), Object.fromEntries(inFiles));
  assert.equal(inFiles.length, 28);
});
