// A runner starts a linter as a child and reads meanwhile what exit status the project allows.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc05-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
const settings = path.join(dir, 'lint.json');
fs.writeFileSync(settings, JSON.stringify({ allowed: [0, 3] }));

function startLinter() {
  const child = spawn(process.execPath, ['-e', 'process.exit(3)'], { stdio: 'ignore' });
  return once(child, 'exit');
}

async function readSettings(file) {
  const { size } = await stat(file);
  if (size === 0) return { allowed: [0] };
  return JSON.parse(await readFile(file, 'utf8'));
}

async function lint() {
  const ended = startLinter();
  const { allowed } = await readSettings(settings);
  const [code] = await ended;
  return { code, passed: allowed.includes(code) };
}

const result = await lint();
assert.deepStrictEqual(result, { code: 3, passed: true });
