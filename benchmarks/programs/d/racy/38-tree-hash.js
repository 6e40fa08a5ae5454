'use strict';
// Hashes all files below a folder, to see what a build has to do again.
const assert = require('assert');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'tree-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'library.bin'), Buffer.alloc(24e6, 'library'));
fs.mkdirSync(path.join(dir, 'src', 'util'), { recursive: true });
fs.writeFileSync(path.join(dir, 'src', 'main.js'), 'main();');
fs.writeFileSync(path.join(dir, 'src', 'util', 'index.js'), 'exports.x = 1;');

function hashTree(root, cb) {
  const hashes = {};
  let pending = 0;

  function finish() {
    if (--pending === 0) cb(null, hashes);
  }

  function file(name) {
    pending++;
    const hash = crypto.createHash('sha256');
    fs.createReadStream(name)
      .on('error', cb)
      .on('data', (d) => hash.update(d))
      .on('end', () => {
        hashes[path.relative(root, name)] = hash.digest('hex');
        finish();
      });
  }

  function folder(name) {
    fs.readdir(name, { withFileTypes: true }, (err, entries) => {
      if (err) return cb(err);
      for (const entry of entries) {
        const full = path.join(name, entry.name);
        if (entry.isDirectory()) folder(full);
        else file(full);
      }
    });
  }

  folder(root);
}

hashTree(dir, (err, hashes) => {
  if (err) throw err;
  assert.deepStrictEqual(Object.keys(hashes).sort(), ['library.bin', path.join('src', 'main.js'), path.join('src', 'util', 'index.js')]);
});
