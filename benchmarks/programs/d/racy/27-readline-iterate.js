'use strict';
// Filters what a process prints, with the rules of a file.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const { spawn } = require('child_process');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'filter-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
fs.writeFileSync(path.join(dir, 'rules'), 'debug\ntrace\n');

const SOURCE = `
  const levels = ['info', 'debug', 'warn', 'trace', 'error'];
  for (const level of levels) console.log(level + ' something happened');
`;

async function loadRules(file) {
  const text = await fs.promises.readFile(file, 'utf8');
  return text.split('\n').filter(Boolean);
}

async function filter(child) {
  const lines = readline.createInterface({ input: child.stdout, crlfDelay: Infinity });
  const rules = await loadRules(path.join(dir, 'rules'));
  const kept = [];
  for await (const line of lines) {
    const [level] = line.split(' ');
    if (!rules.includes(level)) kept.push(level);
  }
  return kept;
}

const limit = setTimeout(() => { throw new Error('no end of the lines'); }, 10000);
const child = spawn(process.execPath, ['-e', SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
filter(child).then((kept) => {
  clearTimeout(limit);
  assert.deepStrictEqual(kept, ['info', 'warn', 'error']);
});
