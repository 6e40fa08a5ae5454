// A server with an access log that can be read at /log.
const http = require('http');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const log = path.join(os.tmpdir(), `access-${process.pid}-${Date.now()}.log`);
fs.writeFileSync(log, '');
process.on('exit', () => fs.rmSync(log, { force: true }));

const server = http.createServer((req, res) => {
  if (req.url === '/log') {
    fs.createReadStream(log).pipe(res);
    return;
  }
  res.on('finish', () => {
    fs.appendFile(log, `${res.statusCode} ${req.url}\n`, (err) => {
      if (err) console.error(err.message);
    });
  });
  res.end('content of ' + req.url);
});

const agent = new http.Agent({ keepAlive: true });
const get = (port, path) => new Promise((resolve, reject) => {
  http.get({ port, path, agent }, (res) => {
    let body = '';
    res.on('data', (c) => (body += c));
    res.on('end', () => resolve(body));
  }).on('error', reject);
});

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  await get(port, '/index.html');
  for (let i = 0; i < 8; i++) await get(port, `/image${i}.png`);
  const lines = (await get(port, '/log')).split('\n');
  assert.ok(lines.includes('200 /index.html'), 'first request is not in the log');
  agent.destroy();
  server.close();
});
