'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { frontOf, listenersIn } = require('../../../../lib/requests/served/listening.js');
const { makeFolder } = require('../../../support/cli.js');

// `programs`: {pid: [seconds of its start, ...listen lines]}.
function frontIn(t, programs) {
  const folder = makeFolder(t);
  for (const [pid, [second, ...lines]] of Object.entries(programs)) {
    const header = { type: 'header', argv: ['node', `/shop/${pid}.js`], cwd: '/shop', started: `2026-01-01T00:00:0${second}.000Z` };
    const all = [header, ...lines.map((line) => ({ type: 'listen', t: 1, host: '127.0.0.1', ...line }))];
    fs.writeFileSync(path.join(folder, `recorded-${pid}-0.ndjson`), all.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  return frontOf(listenersIn(folder))?.port;
}

test('the traffic goes to a server of plain HTTP/1, and to one whose starter gave its program the port', (t) => {
  const grpc = { port: 5001, protocol: 'http2' };
  assert.equal(frontIn(t, { 10: [1, grpc], 11: [2, { port: 5002 }] }), 5002);
  assert.equal(frontIn(t, { 10: [1, { port: 5001, protocol: 'https' }], 11: [2, { port: 5002 }] }), 5002);
  assert.equal(frontIn(t, { 10: [1, { port: 5001 }], 11: [2, { port: 5102, told: true }] }), 5102);
  assert.equal(frontIn(t, { 10: [1, grpc] }), 5001);
  assert.equal(frontIn(t, {}), undefined);
});

test('of equal servers that of the program that started first gets the traffic, not that of the first number', (t) => {
  assert.equal(frontIn(t, { 99999: [1, { port: 5001 }], 100000: [2, { port: 5002 }] }), 5001);
});
