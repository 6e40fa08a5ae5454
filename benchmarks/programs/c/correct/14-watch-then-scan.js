'use strict';
// An importer watches its drop box, and after that takes in what lies there already. What it sees twice it takes once.
const fs = require('fs');
const os = require('os');
const path = require('path');
const { EventEmitter, once } = require('events');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc14-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const box = path.join(dir, 'box');
fs.mkdirSync(box);
for (const name of ['a.csv', 'b.csv']) fs.writeFileSync(path.join(box, name), 'x;y\n1;2\n');

class Importer extends EventEmitter {
  constructor(box, wanted) {
    super();
    this.box = box;
    this.wanted = wanted;
    this.taken = new Set();
    this.sizes = new Map();
  }

  async start() {
    this.watcher = fs.watch(this.box, (event, name) => this.take(name));
    for (const name of await fs.promises.readdir(this.box)) this.take(name);
  }

  async take(name) {
    if (!name.endsWith('.csv') || this.taken.has(name)) return;
    this.taken.add(name);
    const { size } = await fs.promises.stat(path.join(this.box, name));
    this.sizes.set(name, size);
    if (this.sizes.size === this.wanted) this.emit('complete');
  }
}

async function main() {
  const importer = new Importer(box, 3);
  const complete = once(importer, 'complete');
  const started = importer.start();
  setTimeout(() => {
    // another program puts a finished file into the box
    fs.writeFileSync(path.join(dir, 'c.part'), 'x;y\n3;4\n5;6\n');
    fs.renameSync(path.join(dir, 'c.part'), path.join(box, 'c.csv'));
  }, 60);
  await started;
  await complete;
  importer.watcher.close();
  assert.deepStrictEqual(Object.fromEntries(importer.sizes), { 'a.csv': 8, 'b.csv': 8, 'c.csv': 12 });
}

main();
