'use strict';
// Payments by UDP: orders are repeated until they are acknowledged; the bank books each once.
const assert = require('assert');
const dgram = require('dgram');
const fs = require('fs');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bank-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const book = path.join(dir, 'book');
fs.writeFileSync(book, '');

class Bank {
  constructor() {
    this.booked = new Map();
    this.socket = dgram.createSocket('udp4');
    this.socket.on('message', (msg, peer) => this.order(JSON.parse(msg), peer));
  }

  order({ id, amount }, peer) {
    if (!this.booked.has(id)) this.booked.set(id, fs.promises.appendFile(book, `${amount}\n`));
    this.booked.get(id).then(() => {
      if (!this.closed) this.socket.send(JSON.stringify({ ack: id }), peer.port, peer.address);
    });
  }

  close() { this.closed = true; this.socket.close(); }
}

const bank = new Bank();
bank.socket.bind(0, '127.0.0.1', () => {
  const open = new Map([[17, 250], [18, 100]]);
  const sender = dgram.createSocket('udp4');
  const send = () => {
    for (const [id, amount] of open) sender.send(JSON.stringify({ id, amount }), bank.socket.address().port, '127.0.0.1');
  };
  const repeat = setInterval(send, 30);
  sender.on('message', (msg) => {
    open.delete(JSON.parse(msg).ack);
    if (open.size || bank.closed) return;
    clearInterval(repeat);
    sender.close();
    bank.close();
  });
  send();
});
process.on('beforeExit', () => {
  const sum = fs.readFileSync(book, 'utf8').split('\n').reduce((s, n) => s + Number(n), 0);
  assert.strictEqual(sum, 350);
});
