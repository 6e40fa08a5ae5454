'use strict';
// Starts a renderer in a thread and gives it the template when both are ready.
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
  const file = path.join(dir, 'page.tpl');

  (async () => {
    const worker = new Worker(__filename);
    const ready = once(worker, 'message');
    const exit = once(worker, 'exit');
    await fs.promises.writeFile(file, '<h1>{title}</h1>');
    const template = await fs.promises.readFile(file, 'utf8');
    const [hello] = await ready;
    assert.strictEqual(hello.type, 'ready');
    const answer = once(worker, 'message');
    worker.postMessage({ template, values: { title: 'News' } });
    await fs.promises.unlink(file);
    assert.strictEqual((await answer)[0].html, '<h1>News</h1>');
    assert.strictEqual((await exit)[0], 0);
  })();
}
