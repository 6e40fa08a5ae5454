// Passes a file to a filter that stops reading after the first line, or when there is nothing to do for a while.
const { spawn } = require('child_process');
const fs = require('fs');
const assert = require('assert');

const filter = `
  const quiet = setTimeout(() => process.exit(0), 300);
  process.stdin.once('data', (d) => {
    clearTimeout(quiet);
    console.log(String(d).split('\\n')[0]);
    process.stdin.destroy();
  });
`;

function firstLine(file, callback) {
  const child = spawn(process.execPath, ['-e', filter], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (d) => (output += d));
  child.on('close', (code) => callback(code ? new Error('filter failed') : null, output));
  fs.readFile(file, (err, data) => {
    if (err) return callback(err);
    child.stdin.end(data.subarray(0, 500));
  });
}

firstLine(__filename, (err, line) => {
  assert.ifError(err);
  assert.ok(line.startsWith('// Passes a file'), `no line: ${line}`);
});
