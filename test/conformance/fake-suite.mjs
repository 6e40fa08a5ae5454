// For the runner's own tests: a tiny suite in a temporary folder, and the runner as a child process.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const RUNNER = fileURLToPath(new URL('run.mjs', import.meta.url));

/** Folder is removed when test `t` ends. `file(name)` is a place outside the suite; `run(...args)` runs the runner. */
export function fakeSuite(t, files) {
  const root = mkdtempSync(path.join(tmpdir(), 'nacd conf test '));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const write = (name, text) => {
    const target = path.join(root, name);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, text);
  };
  write('source/test/common/index.js', '');
  for (const [name, text] of Object.entries(files)) write(`source/test/${name}`, text);
  const file = (name) => path.join(root, name);
  return { file, write, run: (...args) => run(file, args), start: (...args) => start(file, args) };
}

function start(file, args) {
  const common = ['--suite', file('source'), '--cache', file('cache'), '--out', file('out.json'),
    '--expected', file('expected.json'), '--preload', file('preload.cjs')];
  return spawn(process.execPath, [RUNNER, ...common, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function run(file, args) {
  const child = start(file, args);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => { stdout += chunk; });
  child.stderr.on('data', (chunk) => { stderr += chunk; });
  const status = await new Promise((resolve) => { child.on('close', resolve); });
  return { status, stdout, stderr, result: readJson(file('out.json')) };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
