'use strict';
// Client for a metrics daemon: looks its host up once and then sends without delay.
const assert = require('assert');
const dgram = require('dgram');
const dns = require('dns');
const zlib = require('zlib');

class Metrics {
  constructor(host, port) {
    this.port = port;
    this.address = null;
    this.dropped = 0;
    this.socket = dgram.createSocket('udp4');
    dns.lookup(host, { family: 4 }, (err, address) => {
      if (err) return this.socket.emit('error', err);
      this.address = address;
    });
  }

  timing(name, ms) {
    // never make the program wait for its metrics
    if (!this.address) { this.dropped++; return; }
    this.socket.send(`${name}:${ms}|ms`, this.port, this.address);
  }

  close() { this.socket.close(); }
}

const daemon = dgram.createSocket('udp4');
daemon.bind(0, '127.0.0.1', () => {
  const metrics = new Metrics('localhost', daemon.address().port);
  daemon.once('message', (msg) => {
    daemon.close();
    metrics.close();
    assert.match(String(msg), /^build\.pack:\d+\|ms$/);
  });

  const started = Date.now();
  zlib.brotliCompress(Buffer.alloc(3e6, 'module.exports = 1;\n'), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 7 } }, (err) => {
    if (err) throw err;
    metrics.timing('build.pack', Date.now() - started);
    assert.strictEqual(metrics.dropped, 0, 'the first metric got lost');
  });
});
