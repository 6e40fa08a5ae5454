'use strict';
// Build step: compress the assets of all folders and write a manifest of their sizes.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'assets-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.mkdirSync(path.join(dir, 'js'));
fs.writeFileSync(path.join(dir, 'robots.txt'), 'User-agent: *\n');
fs.writeFileSync(path.join(dir, 'js', 'bundle.js'), Array.from({ length: 20000 }, (_, i) => `m(${i});`).join('\n'));

function compress(root, cb) {
  const manifest = {};
  let pending = 1;
  let failed = false;

  function done(err) {
    if (failed) return;
    if (err) { failed = true; return cb(err); }
    if (--pending === 0) cb(null, manifest);
  }

  function file(full) {
    fs.readFile(full, (err, data) => {
      if (err) return done(err);
      zlib.gzip(data, (err, out) => {
        if (err) return done(err);
        manifest[path.relative(root, full)] = out.length;
        done();
      });
    });
  }

  function folder(full) {
    fs.readdir(full, { withFileTypes: true }, (err, entries) => {
      if (err) return done(err);
      for (const entry of entries) {
        pending++;
        if (entry.isDirectory()) folder(path.join(full, entry.name));
        else file(path.join(full, entry.name));
      }
      done();
    });
  }

  folder(root);
}

compress(dir, (err, manifest) => {
  if (err) throw err;
  assert.deepStrictEqual(Object.keys(manifest).sort(), [path.join('js', 'bundle.js'), 'robots.txt']);
});
