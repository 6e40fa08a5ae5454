'use strict';
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { unfinished } = require('../../../../lib/requests/served/unfinished.js');
const { makeFolder } = require('../../../support/cli.js');

test('a recording waits for answers, for messages without a consumer, and for consumers that are not done', (t) => {
  const folder = makeFolder(t);
  const file = (name, ...lines) => {
    fs.writeFileSync(path.join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    return path.join(folder, name);
  };
  const request = { type: 'request', t: 1, request: 1, method: 'POST' };
  const message = (how, queue = 'orders') => ({ type: 'message', t: 1, request: 1, how, queue, id: 'a.1' });
  const response = { type: 'response', t: 2, request: 1 };
  const web = file('web', request, message('send'), message('send', 'http'));
  assert.deepEqual(unfinished([web]), { answers: true, messages: true, consumers: false });
  const answered = file('answered', request, message('send'), response);
  const worker = file('worker', { ...request, method: 'MESSAGE' }, message('receive'));
  assert.deepEqual(unfinished([answered, worker]), { answers: false, messages: false, consumers: true });
  const done = file('done', { ...request, method: 'MESSAGE' }, message('receive'), message('done'));
  assert.deepEqual(unfinished([answered, done]), { answers: false, messages: false, consumers: false });
});
