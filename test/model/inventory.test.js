'use strict';
// What looks asynchronous in the running Node and is not in the model is known, by name: something new shows itself.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { inventory, unmodelled } = require('../../lib/model/inventory');
const { modelFiles } = require('./files');

// Their callbacks run within the call, or they run what the program itself gave them.
const NOT_ASYNCHRONOUS = new Set([
  'assert.doesNotReject', 'assert.rejects', 'assert/strict.doesNotReject', 'assert/strict.rejects',
  'assert/strict.Assert.doesNotReject', 'assert/strict.Assert.rejects', 'assert.Assert.doesNotReject',
  'assert.Assert.rejects', 'async_hooks.AsyncLocalStorage.exit', 'async_hooks.AsyncLocalStorage.run', 'domain.Domain.bind',
  'domain.Domain.intercept', 'events.addAbortListener', 'fs.unwatchFile', 'http.ClientRequest.clearTimeout',
  'process.nextTick', 'url.URLSearchParams.forEach', 'util.debug', 'util.debuglog',
  'v8.startupSnapshot.addDeserializeCallback', 'v8.startupSnapshot.addSerializeCallback',
  'v8.startupSnapshot.setDeserializeMainFunction',
]);

// The issue about the whole of Node's API has these.
const NOT_YET = new Set([
  'Blob.text', 'http.ServerResponse.writeInformation', 'repl.REPLServer.completeOnEditorMode',
  'stream/web.ReadableStreamBYOBReader.read',
]);

test('nothing that looks asynchronous is missed', () => {
  const names = unmodelled(inventory(), modelFiles().flatMap(({ classes }) => classes))
    .map(({ owner, name }) => `${owner}.${name}`)
    .filter((name) => !name.startsWith('events.prototype.')) // the class EventEmitter
    .filter((name) => !NOT_ASYNCHRONOUS.has(name) && !NOT_YET.has(name));
  assert.deepEqual(names, []);
});
