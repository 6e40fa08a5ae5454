'use strict';
// Reloads the routes when their file changes. Editors write in several steps, so wait a little.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const EventEmitter = require('events');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'routes-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const file = path.join(dir, 'routes.json');
fs.writeFileSync(file, JSON.stringify({ '/': 'home' }));

class Routes extends EventEmitter {
  constructor(file) {
    super();
    this.file = file;
    this.table = JSON.parse(fs.readFileSync(file, 'utf8'));
    this.watcher = fs.watch(path.dirname(file), (type, name) => {
      if (name !== path.basename(file)) return;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.reload(), 60);
    });
  }

  reload() {
    fs.readFile(this.file, 'utf8', (err, text) => {
      if (err) return this.emit('error', err);
      this.table = JSON.parse(text);
      this.emit('reload');
    });
  }

  close() { clearTimeout(this.timer); this.watcher.close(); }
}

const routes = new Routes(file);
routes.once('reload', () => {
  routes.close();
  assert.deepStrictEqual(Object.keys(routes.table), ['/', '/about']);
});

// the editor
fs.open(file, 'w', (err, fd) => {
  if (err) throw err;
  fs.write(fd, JSON.stringify({ '/': 'home', '/about': 'about' }), (err) => {
    if (err) throw err;
    fs.close(fd, () => {});
  });
});
