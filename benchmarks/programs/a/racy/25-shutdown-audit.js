// A server that notes every request in an audit file, which is closed at the end of a graceful shutdown.
const http = require('http');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

async function main() {
  const file = path.join(os.tmpdir(), `audit25-${process.pid}-${Date.now()}.log`);
  const audit = await fs.open(file, 'a+');
  const background = [];

  async function note(req) {
    const { size } = await audit.stat();
    await audit.write(`${size} ${req.method} ${req.url}\n`);
  }

  const server = http.createServer((req, res) => {
    note(req);
    res.end('hello');
  });
  await new Promise((r) => server.listen(0, '127.0.0.1', r));

  const res = await fetch(`http://127.0.0.1:${server.address().port}/last`, { headers: { connection: 'close' } });
  assert.strictEqual(await res.text(), 'hello');

  await new Promise((r) => server.close(r)); // waits for the connections
  await fs.readFile(__filename); // the state of the server is compared with the one at start
  await new Promise((r) => setTimeout(r, 30));
  await audit.close();

  assert.strictEqual(await fs.readFile(file, 'utf8'), '0 GET /last\n');
  await fs.unlink(file);
}

main();
