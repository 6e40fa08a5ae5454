'use strict';
// Filters what a process prints, with the rules of a file.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const { once } = require('events');
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
  const lines = [];
  const input = readline.createInterface({ input: child.stdout, crlfDelay: Infinity });
  input.on('line', (line) => lines.push(line));
  const end = once(input, 'close');
  const rules = await loadRules(path.join(dir, 'rules'));
  await end;
  const kept = [];
  for (const line of lines) {
    const [level] = line.split(' ');
    if (!rules.includes(level)) kept.push(level);
  }
  return kept;
}

const child = spawn(process.execPath, ['-e', SOURCE], { stdio: ['ignore', 'pipe', 'inherit'] });
const close = once(child, 'close');
filter(child).then(async (kept) => {
  const [code] = await close;
  assert.strictEqual(code, 0);
  assert.deepStrictEqual(kept, ['info', 'warn', 'error']);
});
