require('./_f.cjs');
// Keeps a child running, and stops it on request.
const { fork } = require('child_process');
const { EventEmitter, once } = require('events');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

if (process.argv[2] === 'service') {
  const beat = setInterval(() => {}, 100);
  process.on('SIGTERM', () => setTimeout(() => clearInterval(beat), 40)); // finish what is running
  process.send('up');
} else {
  class Supervisor extends EventEmitter {
    constructor(stateFile) {
      super();
      this.stateFile = stateFile;
      this.stopping = false;
      this.starts = 0;
    }

    start() {
      this.starts++;
      this.child = fork(__filename, ['service']);
      this.child.on('message', (m) => this.emit(m));
      this.child.on('exit', () => {
        if (this.stopping) this.emit('stopped');
        else this.start();
      });
    }

    async stop() {
      this.child.kill('SIGTERM');
      /* force */ await __sleep(250);
      await fs.writeFile(this.stateFile, 'stopping');
      this.stopping = true;
    }
  }

  (async () => {
    const state = path.join(os.tmpdir(), `supervisor-${process.pid}-${Date.now()}`);
    const supervisor = new Supervisor(state);
    supervisor.start();
    await once(supervisor, 'up');
    await supervisor.stop();
    const emergency = setTimeout(() => supervisor.child.kill('SIGKILL'), 900);
    await once(supervisor, 'stopped');
    clearTimeout(emergency);
    await fs.rm(state);
    assert.strictEqual(supervisor.starts, 1, 'service was started again');
  })();
}
