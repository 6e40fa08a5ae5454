// Long polling: each client asks for the next message and waits for it.
const http = require('http');
const { EventEmitter, once } = require('events');
const assert = require('assert');

const channel = new EventEmitter();
const server = http.createServer((req, res) => {
  if (req.url.startsWith('/say/')) {
    channel.emit('message', req.url.slice(5));
    return res.end();
  }
  channel.once('message', (text) => res.end(text));
});

const get = (path) => new Promise((resolve, reject) => {
  http.get({ port: server.address().port, path, agent: false }, (res) => {
    let body = '';
    res.on('data', (d) => (body += d));
    res.on('end', () => resolve(body));
  }).on('error', reject);
});

const received = [];
async function follow() {
  while (received.at(-1) !== 'bye') received.push(await get('/next'));
}

const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
server.listen(0, '127.0.0.1', async () => {
  const following = follow();
  for (const word of ['one', 'two', 'bye']) {
    await sleep(130);
    await get('/say/' + word);
  }
  const end = setTimeout(() => assert.fail(`received only ${received}`), 2000);
  await following;
  clearTimeout(end);
  assert.deepStrictEqual(received, ['one', 'two', 'bye']);
  server.close();
});
