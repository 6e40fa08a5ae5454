'use strict';
// Metrics: counters come by UDP, the totals are read by HTTP. The collector is a process.
const assert = require('assert');
const dgram = require('dgram');
const http = require('http');
const { fork } = require('child_process');

if (process.argv[2] === 'collector') {
  const totals = {};
  const udp = dgram.createSocket('udp4');
  udp.on('message', (msg) => {
    const [name, n] = String(msg).split(':');
    totals[name] = (totals[name] || 0) + Number(n);
  });
  const web = http.createServer((req, res) => res.end(JSON.stringify(totals)));
  udp.bind(0, '127.0.0.1', () => {
    web.listen(0, '127.0.0.1', () => process.send({ udp: udp.address().port, web: web.address().port }));
  });
  process.on('disconnect', () => process.exit(0));
} else {
  const collector = fork(__filename, ['collector']);
  collector.once('message', (ports) => {
    const socket = dgram.createSocket('udp4');
    const counts = [['hits', 3], ['hits', 4], ['misses', 1]];
    let left = counts.length;
    for (const [name, n] of counts) {
      socket.send(`${name}:${n}`, ports.udp, '127.0.0.1', (err) => {
        if (err) throw err;
        if (--left === 0) { socket.close(); report(ports.web); }
      });
    }
  });

  function report(port) {
    http.get({ host: '127.0.0.1', port, path: '/totals', agent: false }, (res) => {
      let body = '';
      res.on('data', (d) => { body += d; });
      res.on('end', () => {
        collector.disconnect();
        assert.deepStrictEqual(JSON.parse(body), { hits: 7, misses: 1 });
      });
    });
  }
}
