'use strict';
// Requests for the same thing share one load. After a change the load that is under way is forgotten.
const http = require('http');
const assert = require('assert');

let version = 1;
let loads = 0;
const origin = http.createServer((req, res) => {
  const answer = String(version);
  if (req.url === '/prices') loads++;
  if (version === 1) res.end(answer);
  else setTimeout(() => res.end(answer), 260); // the new version has to be rendered
});

class Loader {
  constructor(port) {
    this.port = port;
    this.inflight = new Map();
  }

  get(path) {
    let load = this.inflight.get(path);
    if (!load) {
      load = this.fetch(path).finally(() => this.inflight.delete(path));
      this.inflight.set(path, load);
    }
    return load;
  }

  forget(path) {
    this.inflight.delete(path);
  }

  fetch(path) {
    return new Promise((resolve, reject) => {
      http.get({ port: this.port, host: '127.0.0.1', path, agent: false }, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part) => (text += part)).on('end', () => resolve(Number(text)));
      }).on('error', reject);
    });
  }
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

origin.listen(0, '127.0.0.1', async () => {
  const loader = new Loader(origin.address().port);
  await loader.get('/');
  const old = loader.get('/prices');
  await sleep(200);
  version = 2;
  loader.forget('/prices');
  const shop = loader.get('/prices');
  await sleep(150);
  const basket = loader.get('/prices');
  await old;
  assert.deepStrictEqual(await Promise.all([shop, basket]), [2, 2]);
  origin.close();
  assert.strictEqual(loads, 2, 'shop and basket share a load');
});
