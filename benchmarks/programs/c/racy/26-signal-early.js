'use strict';
// A service says that it is up, reads where its state belongs, and then handles the signal to stop.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawn } = require('child_process');
const assert = require('assert');

if (process.argv[2] === 'service') {
  const dir = process.argv[3];
  const alive = setInterval(() => {}, 1000);
  process.stdout.write('up\n');
  fs.readFile(path.join(dir, 'service.json'), 'utf8', (err, text) => {
    if (err) throw err;
    const state = path.join(dir, JSON.parse(text).state);
    process.on('SIGTERM', () => {
      clearInterval(alive);
      fs.writeFile(state, 'saved', (err) => {
        process.exit(err ? 1 : 0);
      });
    });
  });
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c26-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  fs.writeFileSync(path.join(dir, 'service.json'), JSON.stringify({ state: 'state.txt' }));

  const service = spawn(process.execPath, [__filename, 'service', dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  service.stdout.once('data', () => {
    setTimeout(() => service.kill('SIGTERM'), 200);
  });
  service.on('exit', (code, signal) => {
    assert.strictEqual(signal, null, `the service died of ${signal}`);
    assert.strictEqual(code, 0);
    assert.strictEqual(fs.readFileSync(path.join(dir, 'state.txt'), 'utf8'), 'saved');
  });
}
