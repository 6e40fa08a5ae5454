'use strict';
// A query tool runs as a child: it prints its rows, and says over IPC how many. Both are compared at the end of both.
const { fork } = require('child_process');
const { once } = require('events');
const assert = require('assert');

async function query() {
  const child = fork(__filename, ['query'], { silent: true });
  const said = once(child, 'message');
  const closed = once(child, 'close');
  let text = '';
  child.stdout.setEncoding('utf8');
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  const [message] = await said;
  const [code] = await closed;
  assert.strictEqual(code, 0);
  return { rows: JSON.parse(text), message };
}

if (process.argv[2] === 'query') {
  const rows = [{ id: 1, city: 'Oslo' }, { id: 2, city: 'Graz' }];
  process.send({ status: 'done', rows: rows.length }, () => {
    process.stdout.write(JSON.stringify(rows.slice(0, 1)).slice(0, -1));
    setTimeout(() => {
      process.stdout.write(`,${JSON.stringify(rows[1])}]`);
      process.disconnect();
    }, 30);
  });
} else {
  query().then(({ rows, message }) => {
    assert.deepStrictEqual(message, { status: 'done', rows: 2 });
    assert.deepStrictEqual(rows.map((row) => row.city), ['Oslo', 'Graz']);
  });
}
