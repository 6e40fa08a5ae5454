'use strict';
// Counts in a file, so that two requests at once lose an update.
const fs = require('node:fs');
const http = require('node:http');
fs.mkdirSync('data', { recursive: true });
fs.writeFileSync('data/n', '0');
const server = http.createServer(async (request, response) => {
  for await (const part of request) part.toString();
  const n = Number(await fs.promises.readFile('data/n', 'utf8'));
  await fs.promises.writeFile('data/n', String(n + 1));
  response.end(JSON.stringify({ n: n + 1 }));
}).listen(0, '127.0.0.1', async () => {
  const url = `http://127.0.0.1:${server.address().port}/count?by=1`;
  const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"by":1}' };
  for (let i = 0; i < 2; i++) await (await fetch(url, sent)).text();
  server.close();
  server.closeAllConnections();
});
