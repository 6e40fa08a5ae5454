import './_f.cjs';
// A service that derives its key when it is created and says "ready" when it can be used.
import { EventEmitter, once } from 'node:events';
import { pbkdf2 } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import assert from 'node:assert';

class Vault extends EventEmitter {
  constructor(password) {
    super();
    pbkdf2(password, 'salt', 60000, 32, 'sha256', (err, key) => {
      if (err) return this.emit('error', err);
      this.key = key;
      this.emit('ready');
    });
  }
}

const vault = new Vault('correct horse');
const policy = await readFile(new URL(import.meta.url), 'utf8');
/* force */ await __sleep(300);
await once(vault, 'ready');
assert.strictEqual(vault.key.length, 32);
assert.ok(policy.length > 0);
