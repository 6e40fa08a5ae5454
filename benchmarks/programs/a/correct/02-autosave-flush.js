// A document that saves itself shortly after the last keystroke, and on request at once.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Document {
  constructor(file) {
    this.file = file;
    this.text = '';
    this.saved = '';
    this.timer = null;
    this.saving = null;
  }

  type(s) {
    this.text += s;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.flush(), 15);
  }

  flush() {
    clearTimeout(this.timer);
    this.saving ??= this.write().finally(() => (this.saving = null));
    return this.saving;
  }

  async write() {
    while (this.saved !== this.text) {
      const text = this.text;
      await fs.writeFile(this.file, text);
      this.saved = text;
    }
  }
}

(async () => {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'autosave-c-'));
  const doc = new Document(path.join(dir, 'letter.txt'));
  for (const c of 'Dear Sir') doc.type(c);
  await new Promise((r) => setTimeout(r, 20));
  for (const c of ' or Madam') doc.type(c);
  await doc.flush();
  assert.strictEqual(await fs.readFile(doc.file, 'utf8'), 'Dear Sir or Madam');
  doc.type(',');
  await Promise.all([doc.flush(), doc.flush()]);
  assert.strictEqual(await fs.readFile(doc.file, 'utf8'), 'Dear Sir or Madam,');
  await fs.rm(dir, { recursive: true });
})();
