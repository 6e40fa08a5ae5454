'use strict';
// A log that is rotated when it gets long. It is fed by the program and by a socket.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'log-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Log {
  constructor(file, max) { this.file = file; this.max = max; }

  async write(line) {
    const size = await fs.promises.stat(this.file).then((st) => st.size, () => 0);
    if (size + line.length > this.max) await fs.promises.rename(this.file, this.file + '.1');
    await fs.promises.appendFile(this.file, line + '\n');
  }
}

async function main() {
  const log = new Log(path.join(dir, 'app.log'), 100);
  await log.write('start '.padEnd(90, '.'));

  const jobs = [];
  const server = net.createServer((socket) => {
    const chunks = [];
    socket.on('data', (d) => chunks.push(d));
    socket.on('end', () => {
      const report = zlib.gunzipSync(Buffer.concat(chunks)).toString();
      jobs.push(log.write('remote ' + report.trim()));
      server.close();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

  jobs.push(log.write('local report, nothing to tell'));
  const client = net.connect(server.address().port, '127.0.0.1');
  zlib.gzip('all well' + ' '.repeat(8e6), (err, packed) => {
    if (err) throw err;
    client.end(packed);
  });
  await new Promise((resolve) => server.on('close', resolve));
  await Promise.all(jobs);

  const text = fs.readdirSync(dir).map((name) => fs.readFileSync(path.join(dir, name), 'utf8')).join('');
  assert.deepStrictEqual(text.match(/start|local|remote/g).sort(), ['local', 'remote', 'start']);
}
main();
