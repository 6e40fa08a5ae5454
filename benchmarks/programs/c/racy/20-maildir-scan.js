'use strict';
// A mailbox has two folders, as in maildir: "new" for mails nobody has seen, "cur" for the others.
// A listing reads both folders; a mail reader moves a mail from "new" to "cur".
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c20-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const box = { cur: path.join(dir, 'cur'), new: path.join(dir, 'new') };
for (const folder of Object.values(box)) fs.mkdirSync(folder);
fs.writeFileSync(path.join(box.cur, 'mail-1'), 'old news');
fs.writeFileSync(path.join(box.new, 'mail-2'), 'good news');
fs.writeFileSync(path.join(box.new, 'mail-3'), 'bad news');

function list(done) {
  fs.readdir(box.cur, (err, seen) => {
    if (err) return done(err);
    fs.readdir(box.new, (err, unseen) => {
      if (err) return done(err);
      done(null, [...seen, ...unseen].sort());
    });
  });
}

function open(name, done) {
  fs.rename(path.join(box.new, name), path.join(box.cur, name), (err) => {
    if (err) return done(err);
    fs.readFile(path.join(box.cur, name), 'utf8', done);
  });
}

function expectAll(err, mails) {
  assert.ifError(err);
  assert.deepStrictEqual(mails, ['mail-1', 'mail-2', 'mail-3']);
}

list(expectAll);
setTimeout(() => open('mail-3', (err, text) => {
  assert.ifError(err);
  assert.strictEqual(text, 'bad news');
}), 200);
setTimeout(() => list(expectAll), 400);
