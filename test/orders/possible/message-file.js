'use strict';
// A child says that it has taken a job before the job's file is written; its parent reads that some time later.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { order, newPath, whenSlow } = require('../order.js');

if (process.argv[2]) {
  const write = () => fs.writeFile(process.argv[2], 'done', () => process.disconnect());
  process.on('message', () => {
    process.send('taken');
    setTimeout(write, whenSlow(900));
  });
} else {
  const saw = order('done');
  const name = newPath('job');
  const child = fork(__filename, [name]);
  child.send('job');
  child.on('message', () => setTimeout(() => fs.readFile(name, 'utf8', (error, text) => saw(text || 'nothing')), 250));
}
