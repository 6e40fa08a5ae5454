'use strict';
// An editor saves its session to a temporary file of its own for each save, and one save waits for the one before.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const { readFile, readdir, rename, writeFile } = fs.promises;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc13-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

class Session {
  constructor(file) {
    this.file = file;
    this.tabs = [];
    this.saves = 0;
    this.saved = Promise.resolve();
  }

  open(name) {
    this.tabs.push(name);
    const text = JSON.stringify({ tabs: this.tabs });
    const temporary = `${this.file}.${++this.saves}.tmp`;
    const written = writeFile(temporary, text);
    const before = this.saved;
    this.saved = Promise.all([written, before]).then(() => rename(temporary, this.file));
    return this.saved;
  }
}

async function main() {
  const session = new Session(path.join(dir, 'session.json'));
  const saves = [session.open('notes.txt'), session.open('todo.txt')];
  await new Promise((resolve) => setTimeout(resolve, 20));
  saves.push(session.open('mail.txt'));
  await Promise.all(saves);
  const { tabs } = JSON.parse(await readFile(session.file, 'utf8'));
  assert.deepStrictEqual(tabs, ['notes.txt', 'todo.txt', 'mail.txt']);
  assert.deepStrictEqual(await readdir(dir), ['session.json']);
}

main();
