// A renderer in a child process, which handles each message only when the one before is done.
const { fork } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

if (process.argv[2] !== 'renderer') {
  const file = path.join(os.tmpdir(), `renderer-c-${process.pid}-${Date.now()}.json`);
  fs.writeFileSync(file, JSON.stringify({ width: 40 }));
  process.on('exit', () => fs.rmSync(file, { force: true }));

  const child = fork(__filename, ['renderer']);
  const pages = [];
  child.send({ type: 'settings', file });
  child.send({ type: 'render', title: 'One' });
  setTimeout(() => child.send({ type: 'render', title: 'Two' }), 60);
  child.on('message', (page) => {
    pages.push(page);
    if (pages.length === 2) child.disconnect();
  });
  child.on('exit', (code) => {
    assert.strictEqual(code, 0);
    assert.deepStrictEqual(pages.map((p) => [p.trim(), p.length]), [['One', 40], ['Two', 40]]);
  });
} else {
  const settings = {};
  const handlers = {
    async settings({ file }) {
      Object.assign(settings, JSON.parse(await fs.promises.readFile(file, 'utf8')));
    },
    async render({ title }) {
      await fs.promises.stat(__filename);
      process.send(title.padEnd(settings.width));
    },
  };
  let last = Promise.resolve();
  process.on('message', (message) => {
    last = last.then(() => handlers[message.type](message));
  });
}
