'use strict';
// An editor that saves its document a moment after each change, one save at a time.
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
    this.saved = null;
    this.saving = false;
  }

  type(text) {
    this.text += text;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), 15);
  }

  save() {
    if (this.saving) { this.again = true; return; }
    this.saving = true;
    this.again = false;
    const text = this.text;
    fs.writeFile(this.file, text, (err) => {
      this.saving = false;
      if (err) throw err;
      this.saved = text;
      if (this.again) this.save();
      else if (this.onsave) this.onsave(text);
    });
  }
}

const words = ['Dear ', 'reader, ', 'good', 'bye.'];
const doc = new Document(file);
doc.onsave = (text) => {
  assert.strictEqual(fs.readFileSync(file, 'utf8'), text);
};
words.forEach((word, i) => setTimeout(() => doc.type(word), 10 + i * 20));
process.on('beforeExit', () => {
  // the timers may have run in another order on a busy machine, but nothing is lost
  assert.strictEqual(doc.saved, doc.text);
  assert.strictEqual(fs.readFileSync(file, 'utf8').length, words.join('').length);
});
