'use strict';
// A query tool runs as a child: it prints its rows, and says over IPC that it is done.
const { fork } = require('child_process');
const assert = require('assert');

if (process.argv[2] === 'query') {
  const rows = [{ id: 1, city: 'Oslo' }, { id: 2, city: 'Graz' }];
  process.stdout.write(JSON.stringify(rows));
  setTimeout(() => {
    process.send({ status: 'done', rows: rows.length });
    process.disconnect();
  }, 150);
} else {
  const child = fork(__filename, ['query'], { silent: true });
  let text = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  child.on('message', (message) => {
    assert.strictEqual(message.status, 'done');
    const rows = JSON.parse(text);
    assert.strictEqual(rows.length, message.rows);
    assert.deepStrictEqual(rows.map((row) => row.city), ['Oslo', 'Graz']);
  });
  child.on('exit', (code) => assert.strictEqual(code, 0));
}
