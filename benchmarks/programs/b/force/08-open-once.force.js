require('./_f.cjs');
// Opens the database when it is first needed.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { promisify } = require('util');
const assert = require('assert');
/* force */ __late(fs, 'open', { nth: 1, before: 3000 });

const file = path.join(os.tmpdir(), `db-${process.pid}-${Date.now()}`);
let db = null;
let opened = 0;

async function database() {
  if (db) return db;
  const handle = await fs.open(file, 'a+');
  opened++;
  const { size } = await handle.stat();
  db = { handle, records: size / 8 };
  return db;
}

async function insert(value) {
  const { handle } = await database();
  await handle.write(String(value).padEnd(8));
  db.records++;
}

async function importUsers() {
  const key = await promisify(crypto.pbkdf2)('users', 'salt', 150000, 8, 'sha256');
  await insert(key.readUInt16BE(0));
}

(async () => {
  await Promise.all([insert(1), importUsers()]);
  const { size } = await fs.stat(file);
  await db.handle.close();
  await fs.unlink(file);
  assert.strictEqual(size, 16);
  assert.strictEqual(opened, 1, 'database opened twice');
})();
