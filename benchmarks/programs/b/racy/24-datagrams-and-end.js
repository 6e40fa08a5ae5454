// Sends samples by UDP and tells over TCP when all have been sent, with a checksum.
const dgram = require('dgram');
const net = require('net');
const dns = require('dns');
const crypto = require('crypto');
const assert = require('assert');

const samples = [];
const udp = dgram.createSocket('udp4', (data) => samples.push(data.readUInt16BE(0)));
const tcp = net.createServer((socket) => {
  let text = '';
  socket.on('data', (d) => (text += d));
  socket.on('end', () => {
    udp.close();
    tcp.close();
    const { count, sum } = JSON.parse(text);
    assert.strictEqual(samples.length, count, 'samples are missing');
    assert.strictEqual(samples.reduce((a, b) => a + b, 0), sum);
    socket.end();
  });
});

function measure(udpPort, tcpPort) {
  const sender = dgram.createSocket('udp4');
  let sum = 0;
  let sent = 0;
  for (let i = 1; i <= 5; i++) {
    const data = Buffer.alloc(2);
    data.writeUInt16BE(i * 100);
    sum += i * 100;
    sender.send(data, udpPort, 'localhost', () => ++sent === 5 && sender.close());
  }
  crypto.pbkdf2(String(sum), 'salt', 200000, 32, 'sha512', (err, key) => {
    if (err) throw err;
    net.connect(tcpPort, '127.0.0.1').end(JSON.stringify({ count: 5, sum, key: key.toString('hex') }));
  });
}

udp.bind(0, '127.0.0.1', () => {
  tcp.listen(0, '127.0.0.1', () => measure(udp.address().port, tcp.address().port));
});
