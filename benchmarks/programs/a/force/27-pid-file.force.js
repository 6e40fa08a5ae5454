require('./_f.cjs');
// A service manager: starts a daemon and writes its pid file; the daemon checks that the file is its own.
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'writeFile', { before: 500 });

const pidFile = path.join(os.tmpdir(), `daemon-${process.pid}-${Date.now()}.pid`);
const daemon = `
  const pid = Number(require('fs').readFileSync(process.env.PID_FILE, 'utf8'));
  process.exitCode = pid === process.pid ? 0 : 1;
`;

function start(done) {
  const child = spawn(process.execPath, ['-e', daemon], {
    env: { ...process.env, PID_FILE: pidFile },
    stdio: 'ignore',
  });
  fs.writeFile(pidFile, String(child.pid), (err) => {
    if (err) done(err);
  });
  child.on('error', done);
  child.on('exit', (code) => done(null, code));
}

start((err, code) => {
  fs.rmSync(pidFile, { force: true });
  assert.ifError(err);
  assert.strictEqual(code, 0, 'daemon did not find its pid file');
});
