// A service that derives its key when it is created; those who come late find the promise fulfilled.
import { EventEmitter } from 'node:events';
import { pbkdf2 } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import assert from 'node:assert';

class Vault extends EventEmitter {
  constructor(password) {
    super();
    this.ready = new Promise((resolve, reject) => {
      pbkdf2(password, 'salt', 20000, 32, 'sha256', (err, key) => {
        if (err) return reject(err);
        this.key = key;
        this.emit('open');
        resolve();
      });
    });
  }
}

const self = fileURLToPath(import.meta.url);
const vault = new Vault('correct horse');
let opened = 0;
vault.on('open', () => opened++);

async function user(prepare) {
  const prepared = await prepare();
  await vault.ready;
  assert.strictEqual(opened, 1);
  assert.strictEqual(vault.key.length, 32);
  return prepared;
}

const [text, info] = await Promise.all([
  user(() => readFile(self, 'utf8')),
  user(() => stat(self)),
  user(() => new Promise((r) => setTimeout(r, 60))),
]);
assert.strictEqual(Buffer.byteLength(text), info.size);
