'use strict';
// An API client renews its access token when the server answers 401. A refresh token is good for one use.
const http = require('http');
const crypto = require('crypto');
const assert = require('assert');

const issued = { access: null, refresh: 'r0', generation: 0 };
const server = http.createServer((req, res) => {
  const token = req.headers.authorization;
  if (req.url === '/refresh') {
    if (token !== issued.refresh) {
      res.statusCode = 400;
      return res.end('this refresh token was used before');
    }
    issued.generation++;
    issued.refresh = `r${issued.generation}`;
    return crypto.randomBytes(8, (err, key) => {
      if (err) throw err;
      issued.access = key.toString('hex');
      res.end(JSON.stringify({ access: issued.access, refresh: issued.refresh }));
    });
  }
  if (req.url !== '/version') res.statusCode = token === issued.access ? 200 : 401;
  res.end(`data of ${req.url}`);
});

class Client {
  constructor(port) {
    this.port = port;
    this.agent = new http.Agent({ keepAlive: true });
    this.tokens = { access: 'expired', refresh: 'r0' };
  }

  request(path, token) {
    return new Promise((resolve, reject) => {
      const options = { port: this.port, host: '127.0.0.1', path, agent: this.agent, headers: { authorization: token } };
      http.get(options, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part) => (text += part));
        res.on('end', () => resolve({ status: res.statusCode, text }));
      }).on('error', reject);
    });
  }

  async call(path) {
    let answer = await this.request(path, this.tokens.access);
    if (answer.status === 401) {
      const renewed = await this.request('/refresh', this.tokens.refresh);
      if (renewed.status !== 200) throw new Error(`logged out: ${renewed.text}`);
      this.tokens = JSON.parse(renewed.text);
      answer = await this.request(path, this.tokens.access);
    }
    assert.strictEqual(answer.text, `data of ${path}`);
  }
}

server.listen(0, '127.0.0.1', async () => {
  const client = new Client(server.address().port);
  await client.call('/version');
  const first = client.call('/profile');
  await new Promise((resolve) => setTimeout(resolve, 300));
  await Promise.all([first, client.call('/orders')]);
  client.agent.destroy();
  server.close();
});
