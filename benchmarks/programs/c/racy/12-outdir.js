'use strict';
// A compiler makes its output folder and compiles its sources.
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c12-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const sources = ['main.ts', 'util.ts', 'types.ts'];
for (const name of sources) fs.writeFileSync(path.join(dir, name), `export const from: string = '${name}';\n`);
const out = path.join(dir, 'build', 'js');

function compile(name, done) {
  fs.readFile(path.join(dir, name), 'utf8', (err, text) => {
    if (err) return done(err);
    const js = text.replace(/: \w+/g, '');
    crypto.pbkdf2(js, 'cache-key', 90000, 8, 'sha256', (err, key) => {
      if (err) return done(err);
      fs.writeFile(path.join(out, name.replace('.ts', '.js')), `${js}// ${key.toString('hex')}\n`, done);
    });
  });
}

function build(done) {
  fs.mkdir(out, { recursive: true }, (err) => {
    if (err) done(err);
  });
  let left = sources.length;
  for (const name of sources) {
    compile(name, (err) => {
      if (err) return done(err);
      if (--left === 0) done(null);
    });
  }
}

build((err) => {
  assert.ifError(err);
  assert.deepStrictEqual(fs.readdirSync(out).sort(), ['main.js', 'types.js', 'util.js']);
});
