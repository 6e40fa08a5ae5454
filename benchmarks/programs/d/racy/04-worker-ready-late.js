'use strict';
// Starts a renderer in a thread and gives it the template when it is ready.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { once } = require('events');
const { Worker, isMainThread, parentPort } = require('worker_threads');

if (!isMainThread) {
  parentPort.on('message', ({ template, values }) => {
    parentPort.postMessage({ type: 'html', html: template.replace(/\{(\w+)\}/g, (_, k) => values[k]) });
    parentPort.close();
  });
  parentPort.postMessage({ type: 'ready' });
} else {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'render-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  fs.writeFileSync(path.join(dir, 'page.tpl'), '<h1>{title}</h1>');

  const limit = setTimeout(() => { throw new Error('the renderer never got ready'); }, 10000);

  (async () => {
    const worker = new Worker(__filename);
    const template = await fs.promises.readFile(path.join(dir, 'page.tpl'), 'utf8');
    const [hello] = await once(worker, 'message');
    assert.strictEqual(hello.type, 'ready');
    worker.postMessage({ template, values: { title: 'News' } });
    const [answer] = await once(worker, 'message');
    assert.strictEqual(answer.html, '<h1>News</h1>');
    clearTimeout(limit);
  })();
}
