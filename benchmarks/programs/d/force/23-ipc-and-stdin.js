// The channel is slower than the pipe.
const cp = require('child_process');
if (process.argv[2] !== 'convert') {
  const spawn = cp.spawn;
  cp.spawn = (...args) => {
    const child = spawn(...args);
    const send = child.send;
    child.send = (m) => setTimeout(() => { if (child.connected) send.call(child, m); }, 3000);
    return child;
  };
}
require('../racy/23-ipc-and-stdin.js');
