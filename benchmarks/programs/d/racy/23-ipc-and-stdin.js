'use strict';
// A converter process: the options come as a message, the data through standard input.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const readline = require('readline');
const { spawn } = require('child_process');

if (process.argv[2] === 'convert') {
  const options = { separator: ',', column: 0 };
  const out = [];
  process.on('message', (m) => Object.assign(options, m));
  const rl = readline.createInterface({ input: process.stdin });
  rl.on('line', (line) => out.push(line.split(options.separator)[options.column]));
  rl.on('close', () => process.send({ out }, () => process.disconnect()));
  process.send({ ready: true });
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'conv-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  const file = path.join(dir, 'table.gz');
  const table = 'x'.repeat(6e6) + '\n1;one\n2;two\n3;three\n';
  fs.writeFileSync(file, zlib.gzipSync(table));

  const child = spawn(process.execPath, [__filename, 'convert'], { stdio: ['pipe', 'inherit', 'inherit', 'ipc'] });
  child.on('message', (m) => {
    if (m.ready) {
      child.send({ separator: ';', column: 1 });
      feed();
    } else {
      assert.deepStrictEqual(m.out, ['one', 'two', 'three']);
    }
  });

  function feed() {
    let header = true;
    const lines = readline.createInterface({ input: fs.createReadStream(file).pipe(zlib.createGunzip()) });
    lines.on('line', (line) => {
      if (header) { header = false; return; }
      child.stdin.write(line + '\n');
    });
    lines.on('close', () => child.stdin.end());
  }
}
