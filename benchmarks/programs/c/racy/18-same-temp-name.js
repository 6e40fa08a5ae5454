'use strict';
// An editor saves its session "atomically": to a temporary file first, which is then renamed.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c18-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Session {
  constructor(file) {
    this.file = file;
    this.tabs = [];
    this.saves = 0;
  }

  open(name) {
    this.tabs.push(name);
    this.save();
  }

  save() {
    const temporary = `${this.file}.tmp`;
    fs.writeFile(temporary, JSON.stringify({ tabs: this.tabs }), (err) => {
      if (err) throw err;
      fs.rename(temporary, this.file, (err) => {
        if (err) throw err;
        this.saves++;
      });
    });
  }
}

const session = new Session(path.join(dir, 'session.json'));
session.open('notes.txt');
setTimeout(() => session.open('todo.txt'), 200);
process.on('beforeExit', () => {
  assert.strictEqual(session.saves, 2);
  assert.deepStrictEqual(JSON.parse(fs.readFileSync(session.file)).tabs, ['notes.txt', 'todo.txt']);
});
