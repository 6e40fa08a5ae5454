'use strict';
// Runs linters as processes and collects what they print.
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
  }

  run() {
    return new Promise((resolve, reject) => {
      const child = spawn(process.execPath, ['-e', LINTER, this.file], { stdio: ['ignore', 'pipe', 'inherit'] });
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (text) => { this.output += text; });
      child.on('error', reject);
      child.on('exit', (code) => resolve({ code, findings: this.output.split('\n').filter(Boolean) }));
    });
  }
}

(async () => {
  for (const file of ['a.js', 'b.js']) {
    const { code, findings } = await new Lint(file).run();
    assert.strictEqual(findings.length, code);
    assert.ok(findings.every((f) => f.startsWith(file)));
  }
})();
