// Counts events and reports them to a collector now and then.
const http = require('http');
const assert = require('assert');

let total = 0;
const collector = http.createServer((req, res) => {
  let body = '';
  req.on('data', (d) => (body += d));
  req.on('end', () => {
    for (const n of Object.values(JSON.parse(body))) total += n;
    setTimeout(() => res.end(), 10);
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
    const body = JSON.stringify(this.counts);
    this.counts = {};
    return new Promise((resolve, reject) => {
      const req = http.request({ port: this.port, method: 'POST', agent: false }, (res) => {
        res.resume();
        res.on('end', resolve);
      });
      req.on('error', reject);
      req.end(body);
    });
  }
}

collector.listen(0, '127.0.0.1', async () => {
  const metrics = new Metrics(collector.address().port);
  const reports = [];
  for (let i = 0; i < 8; i++) {
    metrics.count('tick');
    if (i % 2) metrics.count('odd');
    if (i % 3 === 0) reports.push(metrics.report());
    await new Promise((r) => setTimeout(r, 5));
  }
  await Promise.all(reports);
  await metrics.report();
  collector.close();
  assert.strictEqual(total, 12);
});
