// A renderer in a child process: it is told where its settings are, then it gets jobs.
const { fork } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const zlib = require('zlib');
const assert = require('assert');

if (process.argv[2] !== 'renderer') {
  const file = path.join(os.tmpdir(), `renderer-${process.pid}-${Date.now()}.json`);
  fs.writeFileSync(file, JSON.stringify({ width: 80 }));
  process.on('exit', () => fs.rmSync(file, { force: true }));

  const child = fork(__filename, ['renderer']);
  child.on('message', (message) => {
    if (message.type === 'up') {
      child.send({ type: 'settings', file });
      // templates are packed; unpacking them takes longer than anything the child has to do
      zlib.gzip(Buffer.alloc(8e6, 'template '), (err, data) => {
        if (err) throw err;
        child.send({ type: 'render', title: 'Report', size: data.length });
      });
    } else {
      child.disconnect();
      assert.strictEqual(message.page.length, 80);
    }
  });
} else {
  let settings = { width: 0 };
  process.on('message', (message) => {
    if (message.type === 'settings') {
      fs.readFile(message.file, 'utf8', (err, text) => {
        if (err) throw err;
        settings = JSON.parse(text);
      });
    } else {
      process.send({ type: 'page', page: message.title.padEnd(settings.width) });
    }
  });
  process.send({ type: 'up' });
}
