require('./_f.cjs');
// A registry of services: "+name host" registers, "-name" removes, "?" lists the names.
const dgram = require('dgram');
const dns = require('dns');
const assert = require('assert');
/* force */ __late(dns, 'lookup', { match: /^localhost$/, nth: 1, after: 120 });

const services = new Map();
const server = dgram.createSocket('udp4');
server.on('message', (buf, from) => {
  const [name, host] = buf.toString().slice(1).split(' ');
  switch (String.fromCharCode(buf[0])) {
    case '+':
      dns.lookup(host, 4, (err, address) => {
        if (!err) services.set(name, address);
      });
      break;
    case '-':
      services.delete(name);
      break;
    case '?':
      server.send([...services.keys()].join(','), from.port, from.address);
  }
});

server.bind(0, '127.0.0.1', () => {
  const client = dgram.createSocket('udp4');
  const send = (text) => client.send(text, server.address().port, '127.0.0.1');
  send('+mail localhost');
  send('+web 127.0.0.1');
  setTimeout(send, 50, '-mail');
  setTimeout(send, 250, '?');
  client.on('message', (list) => {
    client.close();
    server.close();
    assert.strictEqual(list.toString(), 'web');
  });
});
