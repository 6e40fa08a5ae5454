'use strict';
// An importer takes in what lies in its drop box, and then watches for more.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c19-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const box = path.join(dir, 'box');
fs.mkdirSync(box);
for (const name of ['a.csv', 'b.csv']) fs.writeFileSync(path.join(box, name), 'x;y\n1;2\n');

class Importer {
  constructor(box) {
    this.box = box;
    this.imported = new Map();
  }

  async start() {
    for (const name of await fs.promises.readdir(this.box)) await this.take(name);
    this.watcher = fs.watch(this.box, (event, name) => this.take(name));
  }

  async take(name) {
    if (!name.endsWith('.csv') || this.imported.has(name)) return;
    const { size } = await fs.promises.stat(path.join(this.box, name));
    this.imported.set(name, size);
  }

  stop() {
    this.watcher.close();
  }
}

const importer = new Importer(box);
importer.start();

setTimeout(() => {
  // another program puts a finished file into the box
  fs.writeFileSync(path.join(dir, 'c.part'), 'x;y\n3;4\n');
  fs.renameSync(path.join(dir, 'c.part'), path.join(box, 'c.csv'));
}, 200);

setTimeout(() => {
  importer.stop();
  assert.deepStrictEqual([...importer.imported.keys()].sort(), ['a.csv', 'b.csv', 'c.csv']);
}, 1350);
