// Signs each line of a document; a printer writes the signed lines to its spool file.
const { Transform, Writable, Readable } = require('stream');
const { pipeline } = require('stream/promises');
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const signer = () => new Transform({
  objectMode: true,
  transform(line, encoding, callback) {
    crypto.scrypt(line, 'salt', 8, { N: 64 }, (err, key) => callback(err, `${line} ${key?.toString('hex')}\n`));
  },
});

class Printer extends Writable {
  constructor(spool) {
    super({ objectMode: true, highWaterMark: 1 });
    this.spool = spool;
  }

  _write(line, encoding, callback) {
    fs.appendFile(this.spool, line, callback);
  }

  _final(callback) {
    fs.appendFile(this.spool, 'end\n', callback);
  }
}

async function print(name, lines) {
  const spool = path.join(os.tmpdir(), `spool-${name}-${process.pid}-${Date.now()}`);
  await pipeline(Readable.from(lines), signer(), new Printer(spool));
  const printed = (await fs.promises.readFile(spool, 'utf8')).split('\n');
  await fs.promises.unlink(spool);
  assert.deepStrictEqual(printed.map((l) => l.split(' ')[0]), [...lines, 'end', '']);
}

Promise.all([
  print('letter', ['dear', 'madam', 'please', 'find', 'enclosed']),
  print('note', ['milk', 'bread']),
]);
