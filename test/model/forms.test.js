'use strict';
// Each function of the model that is delayed has a form (test/fixtures/hooks/forms) in which that really happens and
// nothing else changes, or stands below with the reason; and each pattern of each module has one at least. A new entry
// without a test shows itself here. Runs on every Node.js version.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { modelClasses } = require('../../lib/model-check/files.js');
const { listModules } = require('../../lib/model-check/list.js');

const FORMS = path.join(__dirname, '..', 'fixtures', 'hooks', 'forms');
const DELAYING = ['CB', 'RP', 'AC', 'SO', 'EV'];

// By name or by its beginning.
const WITHOUT = {
  'EventEmitter.': 'a listener is not delayed, the event is',
  'fs.lchmod': 'not on Linux',
  'fs/promises.lchmod': 'not on Linux',
  'fs/promises.mkdtempDisposable': 'as mkdtemp',
  'fs/promises.DisposableTempDir.': 'as rm',
  'Symbol.asyncDispose': 'as close',
  'AsyncIterator.': 'next stands for all',
  'crypto.argon2': 'not with each OpenSSL',
  'crypto.encapsulate': 'not with each OpenSSL',
  'crypto.decapsulate': 'not with each OpenSSL',
  'crypto.diffieHellman': 'takes a callback from Node 24 on',
  'crypto.SubtleCrypto.getPublicKey': 'new; as exportKey',
  'crypto.SubtleCrypto.encapsulate': 'not with each OpenSSL',
  'crypto.SubtleCrypto.decapsulate': 'not with each OpenSSL',
  'dns.resolve': 'asks the network; as those of dns.Resolver',
  'dns.reverse': 'asks the network',
  'dns/promises.resolve': 'asks the network',
  'dns/promises.reverse': 'asks the network',
  'dgram.Socket.sendto': 'as send',
  'fs.StatWatcher.change': 'polls in seconds',
  'globals.WebAssembly.compileStreaming': 'as compile',
  'globals.WebAssembly.instantiateStreaming': 'as instantiate',
  'globals.Response.formData': 'as text',
  'globals.Response.bytes': 'as arrayBuffer',
  'buffer.Blob.bytes': 'as arrayBuffer',
  'globals.setTimeout': 'timers.setTimeout, by another name',
  'globals.setInterval': 'timers.setInterval, by another name',
  'globals.setImmediate': 'timers.setImmediate, by another name',
  'timers.': 'test/src/hooks/late-timers.test.js',
  'timers/promises.': 'test/src/hooks/late-timers.test.js',
  'http2.Http2Stream.': 'shares its connection: what is read next is late',
  'child_process.ChildProcess.internalMessage': "cluster's own messages",
  'process.internalMessage': "cluster's own messages",
  'repl.REPLServer.setupHistory': 'only where a history file is there',
  'vm.measureMemory': 'comes with a collection of garbage, and warns',
  'node:sqlite.backup': 'the module warns that it is experimental',
  'v8.': 'profiles of a thread',
  'worker_threads.Worker.': 'as getHeapSnapshot',
  'worker_threads.postMessageToThread': 'not in each version',
  'worker_threads.LockManager.': 'not in each version',
  'zlib.zstd': 'not in each version',
  'zlib.Zstd': 'not in each version',
  'zlib.Zip': 'experimental',
};

function formed() {
  const env = { ...process.env, FORMS_LIST: '1' };
  const lines = fs.readdirSync(FORMS).flatMap((file) =>
    execFileSync(process.execPath, [path.join(FORMS, file)], { env, encoding: 'utf8' }).trim().split('\n'));
  return new Set(lines.flatMap((line) => JSON.parse(line).apis));
}

const apis = formed();
const nameOf = (entry) => `${entry.class}.${entry.event ?? entry.name}`;
const isExcused = (entry) =>
  Object.keys(WITHOUT).some((start) => nameOf(entry).startsWith(start) || entry.name === start);
const isDelayed = ({ type }) => type.some((pattern) => DELAYING.includes(pattern));
const modules = listModules(modelClasses(), process.versions.node);

test('each function that is delayed has a form, or a reason for none', () => {
  const bare = modules.flatMap(({ entries }) => entries)
    .filter((entry) => isDelayed(entry) && !apis.has(nameOf(entry)) && !isExcused(entry));
  assert.deepEqual(bare.map(nameOf), []);
});

for (const { module, entries } of modules) {
  for (const pattern of DELAYING) {
    const having = entries.filter(({ type }) => type.includes(pattern));
    if (having.length === 0 || having.every(isExcused)) continue;
    test(`${module}: ${pattern} has a form`, () => assert.ok(having.some((entry) => apis.has(nameOf(entry)))));
  }
}
