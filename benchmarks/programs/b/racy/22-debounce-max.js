// Saves a form some time after the last change, and at the latest some time after the first one.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

class FormSaver {
  constructor(file) {
    this.file = file;
    this.version = 0;
    this.first = null;
    this.last = null;
  }

  change(values) {
    this.values = values;
    clearTimeout(this.last);
    this.last = setTimeout(() => this.save(), 40);
    this.first ??= setTimeout(() => this.save(), 250);
  }

  save() {
    const body = JSON.stringify({ version: ++this.version, ...this.values });
    fs.writeFile(this.file, body, (err) => {
      if (err) throw err;
      clearTimeout(this.first);
      clearTimeout(this.last);
      this.first = this.last = null;
    });
  }
}

const file = path.join(os.tmpdir(), `form-${process.pid}-${Date.now()}.json`);
const form = new FormSaver(file);
form.change({ name: 'A' });
form.change({ name: 'An' });
form.change({ name: 'Ann' });

process.on('exit', () => {
  const saved = JSON.parse(fs.readFileSync(file, 'utf8'));
  fs.rmSync(file);
  assert.strictEqual(saved.name, 'Ann');
  assert.strictEqual(form.version, 1, 'saved more than once');
});
