'use strict';
// Greeting service: listens at once; the texts are loaded when somebody needs them.
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const os = require('os');
const path = require('path');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'greeter-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'texts.json'), JSON.stringify({ en: 'hello', de: 'hallo' }));

class Greeter {
  constructor(file) { this.file = file; this.loads = 0; }

  texts() {
    if (!this.loading) {
      this.loads++;
      this.loading = fs.promises.readFile(this.file, 'utf8').then(JSON.parse);
      this.loading.catch(() => { this.loading = null; });
    }
    return this.loading;
  }

  async handle(req, res) {
    const texts = await this.texts();
    res.end(texts[req.url.slice(1)]);
  }
}

const greeter = new Greeter(path.join(dir, 'texts.json'));
const server = http.createServer((req, res) => greeter.handle(req, res));

function get(lang) {
  return new Promise((resolve, reject) => {
    http.get({ host: '127.0.0.1', port: server.address().port, path: '/' + lang, agent: false }, (res) => {
      let body = '';
      res.on('data', (d) => { body += d; }).on('end', () => resolve(body));
    }).on('error', reject);
  });
}

server.listen(0, '127.0.0.1', async () => {
  const answers = await Promise.all([get('de'), get('en'), get('de')]);
  server.close();
  assert.deepStrictEqual(answers, ['hallo', 'hello', 'hallo']);
  assert.strictEqual(greeter.loads, 1);
});
