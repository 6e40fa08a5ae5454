'use strict';
// A job reports its metrics over UDP to a host that it knows by name, and closes the socket when it is through.
const dgram = require('dgram');
const assert = require('assert');

class Metrics {
  constructor(host, port) {
    this.host = host;
    this.port = port;
    this.socket = dgram.createSocket('udp4');
  }

  count(name, value = 1) {
    this.socket.send(`${name}:${value}|c`, this.port, this.host);
  }

  close() {
    this.socket.close();
  }
}

const sink = dgram.createSocket('udp4');
const received = [];
let limit;
sink.on('message', (message) => {
  received.push(String(message));
  if (received.length === 2) finish();
});

function finish() {
  clearTimeout(limit);
  sink.close();
  assert.deepStrictEqual(received.sort(), ['job.done:1|c', 'job.rows:120|c']);
}

sink.bind(0, '127.0.0.1', () => {
  const metrics = new Metrics('localhost', sink.address().port);
  metrics.count('job.rows', 120);
  metrics.count('job.done');
  setTimeout(() => metrics.close(), 380);
  limit = setTimeout(finish, 1300);
});
