'use strict';
// Payments by UDP: the sender repeats an order until it is acknowledged, the bank knows the numbers it has seen.
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
    this.seen = new Set();
    this.socket = dgram.createSocket('udp4');
    this.socket.on('message', (msg, peer) => this.order(JSON.parse(msg), peer));
  }

  order({ id, amount }, peer) {
    if (this.seen.has(id)) return this.ack(id, peer);
    fs.appendFile(book, `${amount}\n`, (err) => {
      if (err) throw err;
      this.seen.add(id);
      this.ack(id, peer);
    });
  }

  ack(id, peer) {
    if (!this.closed) this.socket.send(JSON.stringify({ ack: id }), peer.port, peer.address);
  }

  close() { this.closed = true; this.socket.close(); }
}

const bank = new Bank();
bank.socket.bind(0, '127.0.0.1', () => {
  const sender = dgram.createSocket('udp4');
  const order = JSON.stringify({ id: 17, amount: 250 });
  const send = () => sender.send(order, bank.socket.address().port, '127.0.0.1');
  const repeat = setInterval(send, 400);
  sender.once('message', (msg) => {
    assert.deepStrictEqual(JSON.parse(msg), { ack: 17 });
    clearInterval(repeat);
    sender.close();
    bank.close();
  });
  send();
});
process.on('beforeExit', () => {
  const sum = fs.readFileSync(book, 'utf8').split('\n').reduce((s, n) => s + Number(n), 0);
  assert.strictEqual(sum, 250);
});
