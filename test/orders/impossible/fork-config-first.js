'use strict';
// A forked child answers when its config is read: the job waits for that.
const { fork } = require('node:child_process');
const fs = require('node:fs');
const { order, newPath } = require('../order.js');

if (process.argv[2]) {
  const config = fs.promises.readFile(process.argv[2], 'utf8');
  process.on('message', async (job) => {
    process.send(job * Number(await config));
    process.disconnect();
  });
} else {
  const saw = order('42');
  const name = newPath('config');
  fs.writeFileSync(name, '3');
  const child = fork(__filename, [name]);
  child.on('message', (result) => saw(String(result)));
  child.on('spawn', () => child.send(14));
}
