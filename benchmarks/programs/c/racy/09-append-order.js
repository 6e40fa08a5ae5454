'use strict';
// A syslog-like collector appends each datagram to a journal. The sender numbers its lines.
const fs = require('fs');
const os = require('os');
const path = require('path');
const dgram = require('dgram');
const assert = require('assert');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c09-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const journal = path.join(dir, 'journal.log');
const TOTAL = 3;

const collector = dgram.createSocket('udp4');
let stored = 0;
collector.on('message', (line) => {
  fs.appendFile(journal, `${line}\n`, (err) => {
    if (err) throw err;
    if (++stored === TOTAL) finish();
  });
});

function finish() {
  collector.close();
  const numbers = fs.readFileSync(journal, 'utf8').trim().split('\n').map((line) => Number(line.split(' ')[0]));
  assert.deepStrictEqual(numbers, [1, 2, 3], 'the journal is in order');
}

collector.bind(0, '127.0.0.1', () => {
  const sender = dgram.createSocket('udp4');
  let sent = 0;
  const timer = setInterval(() => {
    sent++;
    sender.send(`${sent} unit ${sent % 2 ? 'started' : 'stopped'}`, collector.address().port, '127.0.0.1', () => {
      if (sent === TOTAL) sender.close();
    });
    if (sent === TOTAL) clearInterval(timer);
  }, 160);
});
