'use strict';
// The answers to two queries of one resolver. A server may answer the second one first (RFC 1035, section 4.2.1).
const dgram = require('node:dgram');
const dns = require('node:dns');

const { order, whenSlow } = require('../order.js');

const saw = order('first.test', 'second.test');
let left = 2;
const server = dgram.createSocket('udp4').on('message', (query, { port, address }) => {
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  const head = Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
  const answer = Buffer.concat([query.subarray(0, 2), head, question, record]);
  setTimeout(() => server.send(answer, port, address), question.includes('first') ? whenSlow(60) : 0);
});
server.bind(0, '127.0.0.1', () => {
  const resolver = new dns.Resolver();
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  const ask = (name) => resolver.resolve4(name, (error) => {
    if (error) throw error;
    saw(name);
    if (--left === 0) server.close();
  });
  ask('first.test');
  setTimeout(ask, 20, 'second.test');
});
