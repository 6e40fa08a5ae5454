require('./_f.cjs');
// Signs each line of a document in a transform stream; a printer behind it writes the lines to its spool file.
const { Transform, Writable, Readable } = require('stream');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
/* force */ __late(fs, 'appendFile', { nth: 5, before: 3000 });

const spool = path.join(os.tmpdir(), `spool-${process.pid}-${Date.now()}`);
process.on('exit', () => fs.rmSync(spool, { force: true }));

const signer = new Transform({
  objectMode: true,
  transform(line, encoding, callback) {
    callback(null, `${line} ${crypto.createHash('sha1').update(line).digest('hex')}\n`);
  },
});

const printer = new Writable({
  objectMode: true,
  write(line, encoding, callback) {
    fs.appendFile(spool, line, callback);
  },
});

const lines = ['dear', 'madam', 'please', 'find', 'enclosed'];
signer.on('finish', () => {
  // the document is stamped with a slow key, then it leaves the house
  crypto.pbkdf2('stamp', 'salt', 200000, 32, 'sha512', (err) => {
    if (err) throw err;
    fs.readFile(spool, 'utf8', (err, text) => {
      assert.ifError(err);
      assert.strictEqual(text.split('\n').length, 6, 'document sent without its last lines');
    });
  });
});
Readable.from(lines).pipe(signer).pipe(printer);
