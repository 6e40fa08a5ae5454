'use strict';
// An editor that saves its document a moment after each change.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'editor-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const file = path.join(dir, 'note.txt');

class Document {
  constructor(file) {
    this.file = file;
    this.text = '';
    this.saves = 0;
  }

  type(text) {
    this.text += text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), 30);
  }

  save() {
    fs.writeFile(this.file, this.text, (err) => {
      if (err) throw err;
      this.saves++;
      if (this.onsave) this.onsave();
    });
  }
}

const doc = new Document(file);
doc.type('Dear ');
setTimeout(() => doc.type('reader, '), 100);
setTimeout(() => doc.type('goodbye.'), 220);
doc.onsave = () => {
  if (doc.saves < 3) return;
  assert.strictEqual(fs.readFileSync(file, 'utf8'), 'Dear reader, goodbye.');
};
