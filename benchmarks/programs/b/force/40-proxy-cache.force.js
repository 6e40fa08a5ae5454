require('./_f.cjs');
// A caching proxy in front of a slow origin; the origin purges what it changes.
// The module comes first, its test at the end.
const http = require('http');
const fs = require('fs');
const { once } = require('events');
const assert = require('assert');

function body(stream) {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.setEncoding('utf8');
    stream.on('data', (d) => (text += d));
    stream.on('end', () => resolve(text));
    stream.on('error', reject);
  });
}

function request(port, method, path) {
  return new Promise((resolve, reject) => {
    const req = http.request({ port, method, path, agent: false }, async (res) => {
      resolve({ status: res.statusCode, text: await body(res), from: res.headers['x-from'] });
    });
    req.on('error', reject);
    req.end();
  });
}

class Origin {
  constructor() {
    this.articles = new Map([['/news', 'old news']]);
    this.proxyPort = 0;
    this.server = http.createServer((req, res) => {
      const text = this.articles.get(req.url);
      if (text === undefined) return res.writeHead(404).end();
      /* force */ if (text === 'old news') return setTimeout(() => res.end(text), 400);
      fs.stat(__filename, () => res.end(text)); // when was it changed?
    });
  }

  async publish(path, text) {
    this.articles.set(path, text);
    await request(this.proxyPort, 'PURGE', path);
  }
}

class Proxy {
  constructor(originPort) {
    this.originPort = originPort;
    this.cache = new Map();
    this.server = http.createServer((req, res) => {
      this.handle(req, res).catch(() => {
        if (!res.headersSent) res.statusCode = 502;
        res.end();
      });
    });
  }

  async handle(req, res) {
    if (req.method === 'PURGE') {
      this.cache.delete(req.url);
      return res.writeHead(204).end();
    }
    let text = this.cache.get(req.url);
    res.setHeader('x-from', text === undefined ? 'origin' : 'cache');
    if (text === undefined) {
      const answer = await request(this.originPort, 'GET', req.url);
      if (answer.status !== 200) return res.writeHead(answer.status).end();
      text = answer.text;
      this.cache.set(req.url, text);
    }
    res.end(text);
  }
}

async function listen(server) {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server.address().port;
}

async function test() {
  const origin = new Origin();
  const proxy = new Proxy(await listen(origin.server));
  const port = (origin.proxyPort = await listen(proxy.server));

  const early = request(port, 'GET', '/news');
  await new Promise((r) => setTimeout(r, 150)); // the editor writes
  await origin.publish('/news', 'fresh news');
  await early;

  const late = await request(port, 'GET', '/news');
  assert.strictEqual(late.text, 'fresh news');
  const again = await request(port, 'GET', '/news');
  assert.deepStrictEqual([again.from, again.text], ['cache', 'fresh news']);
  assert.strictEqual((await request(port, 'GET', '/none')).status, 404);

  proxy.server.close();
  origin.server.close();
}

test();
