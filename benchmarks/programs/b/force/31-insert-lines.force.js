require('./_f.cjs');
// A collector: an agent sends lines, each is inserted into a table on disk; at the end there is a summary.
const net = require('net');
const readline = require('readline');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'appendFile', { nth: 3, before: 500 });

const table = path.join(os.tmpdir(), `table-${process.pid}-${Date.now()}`);

async function insert(line, rows) {
  const { size } = await fs.stat(__filename);
  await fs.appendFile(table, `${line};${size}\n`);
  rows.push(line);
}

const server = net.createServer((socket) => {
  const rows = [];
  const lines = readline.createInterface({ input: socket });
  lines.on('line', async (line) => {
    await insert(line, rows);
  });
  lines.on('close', async () => {
    server.close();
    const stored = await fs.readFile(table, 'utf8');
    assert.strictEqual(rows.length, 3, `summary of ${rows.length} rows`);
    assert.strictEqual(stored.split('\n').length, 4);
    await fs.unlink(table);
  });
});

server.listen(0, '127.0.0.1', () => {
  const agent = net.connect(server.address().port, '127.0.0.1');
  agent.write('cpu 3\nmem 17\ndisk 80\n');
  setTimeout(() => agent.end(), 180);
});
