require('./_f.cjs');
// Counts events and reports them to a collector now and then; counting starts from zero after each report.
const http = require('http');
const assert = require('assert');

let total = 0;
const collector = http.createServer((req, res) => {
  let body = '';
  req.on('data', (d) => (body += d));
  req.on('end', () => {
    for (const n of Object.values(JSON.parse(body))) total += n;
    /* force */ return setTimeout(() => res.end(), 250);
    res.end();
  });
});

class Metrics {
  constructor(port) {
    this.port = port;
    this.counts = {};
  }

  count(name) {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
  }

  report() {
    return new Promise((resolve, reject) => {
      const req = http.request({ port: this.port, method: 'POST', agent: false }, (res) => {
        res.resume();
        res.on('end', () => {
          this.counts = {};
          resolve();
        });
      });
      req.on('error', reject);
      req.end(JSON.stringify(this.counts));
    });
  }
}

collector.listen(0, '127.0.0.1', async () => {
  const metrics = new Metrics(collector.address().port);
  metrics.count('start');
  const first = metrics.report();
  await new Promise((r) => setTimeout(r, 120));
  metrics.count('click');
  metrics.count('click');
  await first;
  await metrics.report();
  collector.close();
  assert.strictEqual(total, 3);
});
