require('./_f.cjs');
// A garage door: commands are signed and numbered, and each number is accepted only once.
const dgram = require('dgram');
const crypto = require('crypto');
const assert = require('assert');
/* force */ __late(crypto, 'hkdf', { nth: 1, after: 400 });

const used = new Set();
let opened = 0;

const door = dgram.createSocket('udp4', (message, from) => {
  const reply = (text) => door.send(text, from.port, from.address);
  const { number, tag } = JSON.parse(message);
  if (used.has(number)) return reply('no');
  crypto.hkdf('sha256', 'door', String(number), 'tag', 16, (err, key) => {
    if (err || Buffer.from(key).toString('hex') !== tag) return reply('no');
    used.add(number);
    opened++;
    reply('open');
  });
});

door.bind(0, '127.0.0.1', () => {
  const remote = dgram.createSocket('udp4');
  const tag = Buffer.from(crypto.hkdfSync('sha256', 'door', '7', 'tag', 16)).toString('hex');
  const command = JSON.stringify({ number: 7, tag });
  const send = () => remote.send(command, door.address().port, '127.0.0.1');
  send();
  setTimeout(send, 130); // somebody has listened and repeats the command
  let replies = 0;
  remote.on('message', () => {
    if (++replies < 2) return;
    remote.close();
    door.close();
    assert.strictEqual(opened, 1, 'door opened by a repeated command');
  });
});
