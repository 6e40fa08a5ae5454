require('./_f.cjs');
// Collects the addresses of a host: IPv4 is preferred, IPv6 is asked for a moment later.
const dns = require('dns');
const net = require('net');
const assert = require('assert');
/* force */ __late(dns, 'lookup', { nth: 1, after: 250 });

function addresses(host, callback) {
  const found = [];
  let left = 2;
  const add = (err, address) => {
    if (!err) found.push(address);
    if (--left === 0) callback(found);
  };
  dns.lookup(host, { family: 4 }, add);
  setTimeout(() => {
    if (net.isIP(host)) return add(null, host);
    dns.lookup('::1', { family: 6 }, add);
  }, 90);
}

addresses('localhost', (found) => {
  const server = net.createServer((socket) => socket.end('hi'));
  server.listen(0, '127.0.0.1', () => {
    const socket = net.connect(server.address().port, found[0]);
    socket.on('data', (d) => assert.strictEqual(String(d), 'hi'));
    socket.on('close', () => server.close());
  });
});
