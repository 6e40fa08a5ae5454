'use strict';
// A bundler writes the bundle and its source map; the dev server loads both as soon as the bundle is there.
const fs = require('fs');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c01-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const source = path.join(dir, 'app.js');
const bundle = path.join(dir, 'bundle.js');
fs.writeFileSync(source, 'export const answer = 42;\n');

function build(done) {
  fs.readFile(source, 'utf8', (err, text) => {
    if (err) return done(err);
    const map = { version: 3, sources: ['app.js'], sourcesContent: [text], mappings: 'AAAA' };
    fs.writeFile(bundle + '.map', JSON.stringify(map), (err) => {
      if (err) throw err;
    });
    crypto.pbkdf2(text, 'integrity', 120000, 32, 'sha256', (err, digest) => {
      if (err) return done(err);
      const head = `/* integrity ${digest.toString('hex')} */\n`;
      fs.writeFile(bundle, `${head}${text}//# sourceMappingURL=bundle.js.map\n`, done);
    });
  });
}

function load(done) {
  fs.readFile(bundle, 'utf8', (err, text) => {
    if (err) return done(err);
    const [, name] = /sourceMappingURL=(\S+)/.exec(text);
    fs.readFile(path.join(dir, name), 'utf8', (err, map) => {
      if (err) return done(err);
      done(null, JSON.parse(map));
    });
  });
}

build((err) => {
  assert.ifError(err);
  load((err, map) => {
    assert.ifError(err);
    assert.deepStrictEqual(map.sources, ['app.js']);
  });
});
