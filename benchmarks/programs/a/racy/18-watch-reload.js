// Reloads its configuration whenever the file changes.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'reload-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const file = path.join(dir, 'app.json');
fs.writeFileSync(file, '{"level":"info"}');

let config = { level: 'info' };
let timer = null;
const watcher = fs.watch(dir, (event, name) => {
  if (name !== 'app.json' || timer) return;
  timer = setTimeout(() => {
    timer = null;
    reload();
  }, 30);
});

function reload() {
  fs.readFile(file, 'utf8', (err, text) => {
    if (err) throw err;
    config = JSON.parse(text);
    if (config.level === 'debug') stop();
  });
}

const giveUp = setTimeout(stop, 800);
function stop() {
  clearTimeout(giveUp);
  watcher.close();
  assert.strictEqual(config.level, 'debug');
}

// an administrator changes the level
setTimeout(() => {
  fs.promises.writeFile(file, '{"level":"debug"}');
}, 20);
