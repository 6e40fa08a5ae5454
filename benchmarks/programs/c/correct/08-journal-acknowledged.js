'use strict';
// A collector appends each line that it gets by datagram to a journal, in the order of the numbers, and acknowledges
// it. The sender repeats a line until that is acknowledged.
const fs = require('fs');
const os = require('os');
const path = require('path');
const dgram = require('dgram');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc08-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const journal = path.join(dir, 'journal.log');
const TOTAL = 3;

const collector = dgram.createSocket('udp4');
let accepted = 0;
let appended = Promise.resolve();
collector.on('message', (message, from) => {
  const line = String(message);
  const number = Number(line.split(' ')[0]);
  if (number > accepted + 1) return; // cannot be: one line is under way at a time
  if (number === accepted + 1) {
    accepted = number;
    appended = appended.then(() => fs.promises.appendFile(journal, `${line}\n`));
  }
  collector.send(String(number), from.port, from.address);
});

function sendAll(port, done) {
  const sender = dgram.createSocket('udp4');
  let number = 1;
  const send = () => sender.send(`${number} unit ${number % 2 ? 'started' : 'stopped'}`, port, '127.0.0.1');
  const again = setInterval(send, 80);
  sender.on('message', (answer) => {
    if (Number(String(answer)) !== number) return;
    if (number++ < TOTAL) return send();
    clearInterval(again);
    sender.close(done);
  });
  send();
}

collector.bind(0, '127.0.0.1', () => {
  sendAll(collector.address().port, async () => {
    collector.close();
    await appended;
    const numbers = fs.readFileSync(journal, 'utf8').trim().split('\n').map((line) => Number(line.split(' ')[0]));
    assert.deepStrictEqual(numbers, [1, 2, 3]);
  });
});
