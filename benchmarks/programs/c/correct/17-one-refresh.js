'use strict';
// An API client renews its access token when the server answers 401. Calls share a renewal, and a call whose token
// is an old one by then uses the new one.
const http = require('http');
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
    issued.access = `a${issued.generation}`;
    return res.end(JSON.stringify({ access: issued.access, refresh: issued.refresh }));
  }
  res.statusCode = token === issued.access ? 200 : 401;
  res.end(`data of ${req.url}`);
});

class Client {
  constructor(port) {
    this.port = port;
    this.tokens = { access: 'expired', refresh: 'r0' };
    this.renewal = null;
  }

  request(path, token) {
    return new Promise((resolve, reject) => {
      const options = { port: this.port, host: '127.0.0.1', path, agent: false, headers: { authorization: token } };
      http.get(options, (res) => {
        let text = '';
        res.setEncoding('utf8').on('data', (part) => (text += part));
        res.on('end', () => resolve({ status: res.statusCode, text }));
      }).on('error', reject);
    });
  }

  async renew() {
    const { status, text } = await this.request('/refresh', this.tokens.refresh);
    if (status !== 200) throw new Error(`logged out: ${text}`);
    this.tokens = JSON.parse(text);
    this.renewal = null;
  }

  async call(path) {
    const used = this.tokens.access;
    let answer = await this.request(path, used);
    if (answer.status === 401) {
      if (used === this.tokens.access) await (this.renewal ??= this.renew());
      answer = await this.request(path, this.tokens.access);
    }
    return answer;
  }
}

server.listen(0, '127.0.0.1', async () => {
  const client = new Client(server.address().port);
  const answers = await Promise.all(['/profile', '/orders', '/news'].map((path) => client.call(path)));
  assert.deepStrictEqual(answers.map((answer) => answer.status), [200, 200, 200]);
  assert.strictEqual(issued.generation, 1);
  server.close();
});
