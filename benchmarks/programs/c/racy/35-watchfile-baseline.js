'use strict';
// A server takes over its settings when the file changes; it is watched by looking at it now and then.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c35-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const file = path.join(dir, 'settings.json');
fs.writeFileSync(file, JSON.stringify({ workers: 2 }));

class Settings {
  constructor(file) {
    this.file = file;
    this.values = JSON.parse(fs.readFileSync(file));
    this.reloads = 0;
    fs.watchFile(file, { interval: 60 }, (now, before) => {
      if (now.mtimeMs === before.mtimeMs && now.size === before.size) return;
      this.reload();
    });
  }

  reload() {
    fs.readFile(this.file, 'utf8', (err, text) => {
      if (err) throw err;
      this.values = JSON.parse(text);
      this.reloads++;
    });
  }

  close() {
    fs.unwatchFile(this.file);
  }
}

const settings = new Settings(file);
setTimeout(() => {
  // the administrator's editor saves the file
  fs.writeFileSync(`${file}.new`, JSON.stringify({ workers: 16 }));
  fs.renameSync(`${file}.new`, file);
}, 250);
setTimeout(() => {
  settings.close();
  assert.strictEqual(settings.values.workers, 16);
  assert.ok(settings.reloads >= 1);
}, 1400);
