'use strict';
// Runs linters as processes, two at a time, and collects what they print and their codes.
const assert = require('assert');
const { spawn } = require('child_process');

const LINTER = `
  const findings = ['unused variable x', 'missing semicolon', 'line too long'];
  for (const f of findings) console.log(process.argv[1] + ': ' + f);
  process.exitCode = findings.length;
`;

class Lint {
  constructor(file) {
    this.file = file;
    this.output = '';
    this.code = null;
  }

  run() {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['-e', LINTER, this.file], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.setEncoding('utf8').on('data', (text) => { this.output += text; });
      child.on('error', reject);
      child.on('exit', (code) => { this.code = code; });
      child.on('close', () => resolve(this.output.split('\n').filter(Boolean)));
    });
  }
}

async function main() {
  const files = ['a.js', 'b.js', 'c.js'];
  const report = {};
  const workers = [1, 2].map(async () => {
    while (files.length) {
      const lint = new Lint(files.shift());
      const findings = await lint.run();
      assert.strictEqual(lint.code, findings.length);
      report[lint.file] = findings.every((f) => f.startsWith(lint.file));
    }
  });
  await Promise.all(workers);
  assert.deepStrictEqual(Object.keys(report).sort(), ['a.js', 'b.js', 'c.js']);
  assert.ok(Object.values(report).every(Boolean));
}
main();
