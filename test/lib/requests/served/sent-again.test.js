'use strict';
// The line that warns, before the first proof, what the proofs will send and where.
const assert = require('node:assert/strict');
const { test } = require('node:test');
const messages = require('../../../../lib/messages/index.js');
const { servedCommand } = require('../../../../lib/requests/served/command.js');
const { sentAgain } = require('../../../../lib/requests/served/sent-again.js');

test('a served program that nothing resets tells what is sent again, how often and to which store', () => {
  const requests = new Map([
    [1, { method: 'GET', shape: 'GET /balance' }], [2, { method: 'POST', shape: 'POST /pay' }],
    [3, { method: 'POST', shape: 'POST /pay' }], [4, { method: 'POST', shape: 'POST /stock', call: 'c1' }],
  ]);
  const stores = new Map([[1, { name: 'redis://127.0.0.1:6379/0', dialect: 'redis' }]]);
  const recordings = [{ requests, stores, operations: new Map() }];
  const again = (more) => sentAgain(servedCommand({ serve: 'x', traffic: 'y', ...more }), [{}, {}], recordings);
  assert.equal(again({ reset: 'z' }), undefined);
  assert.equal(messages.sentAgain(again()), 'no --reset: nothing puts the state back. The proofs of 2 candidates take some '
    + '6 to 18 runs, and each sends 3 requests to redis://127.0.0.1:6379/0: POST /pay (2 times), GET /balance');
  const peers = [{ host: '127.0.0.1', port: 6379 }, { host: '127.0.0.1', port: 27017 }, { host: '::1', port: 3000 },
    { host: '127.0.0.1', port: 9200, protocol: 'http' }];
  const unknown = [{ requests, stores: new Map(), operations: new Map(), peers, ports: new Set([3000]) }];
  const served = servedCommand({ serve: 'x', traffic: 'y' });
  assert.deepEqual(sentAgain(served, [{}], unknown).stores, ['127.0.0.1:27017', '127.0.0.1:6379']);
  assert.deepEqual(sentAgain(served, [{}], [{ ...recordings[0], peers: peers.slice(0, 1) }]).stores, ['redis://127.0.0.1:6379/0']);
  // With --reset, and where no server is started, only what may be elsewhere is told.
  const command = ['npm', 'test'];
  assert.equal(sentAgain(command, [{}, {}], recordings), undefined);
  assert.equal(messages.sentAgain(sentAgain(command, [{}, {}], recordings, ['redis://127.0.0.1:6379/0'])),
    'The proofs of 2 candidates take some 6 to 18 runs, and each sends 3 requests to redis://127.0.0.1:6379/0: POST /pay (2 times), '
    + 'GET /balance. Whether redis://127.0.0.1:6379/0 is on another machine cannot be seen from here');
});
