// The pipe is read late.
const cp = require('child_process');
const spawn = cp.spawn;
cp.spawn = (...args) => {
  const child = spawn(...args);
  const on = child.stdout.on;
  child.stdout.on = function (name, f) { return on.call(this, name, name === 'data' ? (d) => setTimeout(f, 1500, d) : f); };
  return child;
};
require('../racy/21-exit-output.js');
