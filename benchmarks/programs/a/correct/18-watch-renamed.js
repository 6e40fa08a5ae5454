// Reloads its configuration whenever the file is replaced.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'reload-c-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const file = path.join(dir, 'app.json');
fs.writeFileSync(file, '{"level":0}');

let level = 0;
let loading = false;
let changed = false;

async function reload() {
  if (loading) {
    changed = true;
    return;
  }
  loading = true;
  do {
    changed = false;
    level = JSON.parse(await fs.promises.readFile(file, 'utf8')).level;
  } while (changed);
  loading = false;
  if (level === 3) {
    watcher.close();
  }
}

const watcher = fs.watch(dir, (event, name) => {
  if (name === 'app.json') reload();
});

async function replace(value) {
  await fs.promises.writeFile(file + '.new', JSON.stringify({ level: value }));
  await fs.promises.rename(file + '.new', file);
}

(async () => {
  for (const value of [1, 2, 3]) {
    await replace(value);
    await new Promise((r) => setTimeout(r, 10));
  }
})();

process.on('exit', () => assert.strictEqual(level, 3));
