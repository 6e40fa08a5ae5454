// An editor document that saves itself shortly after the last keystroke.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Document {
  constructor(file) {
    this.file = file;
    this.text = '';
    this.timer = null;
  }

  type(s) {
    this.text += s;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), 15);
  }

  save() {
    fs.writeFile(this.file, this.text, (err) => {
      if (err) throw err;
    });
  }
}

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'autosave-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

const doc = new Document(path.join(dir, 'letter.txt'));
for (const c of 'Dear Sir') doc.type(c);

setTimeout(() => {
  assert.strictEqual(fs.readFileSync(doc.file, 'utf8'), 'Dear Sir');
}, 90);
