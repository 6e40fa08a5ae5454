// Opens the database when it is first needed, once.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const crypto = require('crypto');
const { promisify } = require('util');
const assert = require('assert');

const file = path.join(os.tmpdir(), `db-c-${process.pid}-${Date.now()}`);
let opened = 0;
let opening = null;

function database() {
  opening ??= (async () => {
    const handle = await fs.open(file, 'a+');
    opened++;
    const { size } = await handle.stat();
    return { handle, records: size / 8 };
  })();
  return opening;
}

async function insert(value) {
  const db = await database();
  await db.handle.write(String(value).padEnd(8)); // in append mode
  db.records++;
}

async function importUser(n) {
  const key = await promisify(crypto.pbkdf2)('user', 'salt', n * 5000, 8, 'sha256');
  await insert(key.readUInt16BE(0));
}

(async () => {
  await Promise.all([insert(1), importUser(1), importUser(2), importUser(3), insert(2)]);
  const db = await database();
  assert.strictEqual(db.records, 5);
  assert.strictEqual((await db.handle.stat()).size, 40);
  assert.strictEqual(opened, 1);
  await db.handle.close();
  await fs.unlink(file);
})();
