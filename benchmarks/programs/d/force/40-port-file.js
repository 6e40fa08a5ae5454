// The server that goes removes the file late.
if (process.env.FORCE_CHILD) {
  const fs = require('fs');
  const rm = fs.rm;
  fs.rm = (...args) => setTimeout(() => rm(...args), 1000);
  const { send } = process;
  if (process.argv[4] === '2') process.send = (m) => setTimeout(() => send.call(process, m), 2500);
} else {
  process.env.FORCE_CHILD = '1';
  process.env.NODE_OPTIONS = `-r ${__filename}`;
  require('../racy/40-port-file.js');
}
