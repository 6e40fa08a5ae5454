'use strict';
// A log that is rotated when it gets long. Writes wait for each other.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'log-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Log {
  constructor(file, max) { this.file = file; this.max = max; this.number = 0; this.tail = Promise.resolve(); }

  write(line) {
    const written = this.tail.then(() => this.append(line));
    this.tail = written.catch(() => {});
    return written;
  }

  async append(line) {
    const size = await fs.promises.stat(this.file).then((st) => st.size, () => 0);
    if (size && size + line.length > this.max) await fs.promises.rename(this.file, `${this.file}.${++this.number}`);
    await fs.promises.appendFile(this.file, line + '\n');
  }
}

async function main() {
  const log = new Log(path.join(dir, 'app.log'), 100);
  const jobs = [log.write('start '.padEnd(90, '.'))];
  let open = 2;
  const server = net.createServer((socket) => {
    let report = '';
    socket.on('data', (d) => { report += d; });
    socket.on('end', () => {
      jobs.push(log.write(report.padEnd(70, '.')));
      if (--open === 0) server.close();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  jobs.push(log.write('local report, nothing to tell'));
  for (const name of ['north', 'south']) net.connect(server.address().port, '127.0.0.1').resume().end(`remote ${name} `);
  await new Promise((resolve) => server.on('close', resolve));
  await Promise.all(jobs);

  const files = fs.readdirSync(dir).map((name) => fs.readFileSync(path.join(dir, name), 'utf8'));
  const words = files.join('').match(/start|local|north|south/g);
  assert.deepStrictEqual(words.sort(), ['local', 'north', 'south', 'start']);
  for (const text of files) assert.ok(text.length <= 101);
}
main();
