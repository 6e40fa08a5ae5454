// Accounts in memory with a journal on disk. Transfers follow one another, interest is added in between.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const assert = require('assert');

class Bank {
  constructor(journal, balances) {
    this.journal = journal;
    this.balances = new Map(Object.entries(balances));
  }

  async change(name, fn) {
    const balance = this.balances.get(name);
    const next = fn(balance);
    await fs.appendFile(this.journal, `${name} ${balance} -> ${next}\n`);
    this.balances.set(name, next);
  }

  async transfer(from, to, amount) {
    await this.change(from, (b) => b - amount);
    await this.change(to, (b) => b + amount);
  }

  total() {
    return [...this.balances.values()].reduce((a, b) => a + b, 0);
  }
}

(async () => {
  const journal = path.join(os.tmpdir(), `bank-${process.pid}-${Date.now()}.log`);
  const bank = new Bank(journal, { anna: 100, ben: 100, cleo: 100 });
  const payments = (async () => {
    await bank.transfer('anna', 'ben', 10);
    await bank.transfer('cleo', 'anna', 20);
  })();
  await new Promise((r) => setTimeout(r, 120));
  await bank.change('ben', (b) => b + 5);
  await payments;
  await fs.unlink(journal);
  assert.strictEqual(bank.total(), 305);
})();
