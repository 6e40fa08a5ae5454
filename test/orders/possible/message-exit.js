'use strict';
// A forked child sends its result and ends, beside other children.
const { fork, spawn } = require('node:child_process');
const fs = require('node:fs');

const { busy, connection, order, newPath } = require('../order.js');

const saw = order('result', 'exit');
const script = newPath('child.js');
fs.writeFileSync(script, `
  process.once('message', () => setTimeout(() => process.send('result', () => process.disconnect()), 200));
  process.send('ready');
`);
const beside = spawn('sleep', ['60']);
const child = fork(script).on('exit', () => {
  saw('exit');
  beside.kill();
});
child.on('message', (message) => {
  if (message === 'result') return saw('result');
  // The end of another child is there when a connection's data comes, whose callback takes long.
  return connection(({ client, peer, server }) => {
    client.on('data', () => {
      busy(800);
      client.destroy();
      server.close();
    });
    child.send('go');
    spawn('true');
    peer.write('x');
    busy(100);
  });
});
