// Passes a file to a filter that may stop reading early.
const { spawn } = require('child_process');
const fs = require('fs');
const assert = require('assert');

const filter = `
  let text = '';
  process.stdin.on('data', (d) => {
    text += d;
    if (!text.includes('\\n')) return;
    process.stdin.destroy();
    console.log(text.split('\\n')[0]);
  });
`;

function firstLine(file) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', filter], { stdio: ['pipe', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (d) => (output += d));
    child.stdin.on('error', () => {}); // the filter has read enough
    child.on('error', reject);
    child.on('close', () => resolve(output));
    fs.readFile(file, (err, data) => {
      if (err) return reject(err);
      for (let i = 0; i < 30; i++) child.stdin.write(data);
      child.stdin.end();
    });
  });
}

(async () => {
  const [a, b] = await Promise.all([firstLine(__filename), firstLine(__filename)]);
  assert.strictEqual(a, '// Passes a file to a filter that may stop reading early.\n');
  assert.strictEqual(a, b);
})();
