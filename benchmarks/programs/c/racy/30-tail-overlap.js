'use strict';
// A log follower reads what is new whenever the file has changed.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { EventEmitter } = require('events');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c30-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const log = path.join(dir, 'app.log');
fs.writeFileSync(log, '');

class Follower extends EventEmitter {
  async start(file) {
    this.handle = await fs.promises.open(file);
    this.position = 0;
    this.watcher = fs.watch(file, () => this.readNew());
    this.emit('following');
  }

  async readNew() {
    const { size } = await this.handle.stat();
    const wanted = size - this.position;
    if (wanted <= 0) return;
    const { bytesRead, buffer } = await this.handle.read(Buffer.alloc(wanted), 0, wanted, this.position);
    this.position += bytesRead;
    for (const line of buffer.toString('utf8', 0, bytesRead).split('\n')) {
      if (line) this.emit('line', line);
    }
  }

  async stop() {
    this.watcher.close();
    await this.handle.close();
  }
}

const follower = new Follower();
const lines = [];
follower.on('line', (line) => lines.push(line));
follower.on('following', () => {
  fs.appendFileSync(log, 'server started\n');
  setTimeout(() => fs.appendFileSync(log, 'request 1\n'), 200);
  setTimeout(async () => {
    await follower.stop();
    assert.deepStrictEqual(lines, ['server started', 'request 1']);
  }, 1350);
});
follower.start(log);
