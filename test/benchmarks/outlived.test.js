'use strict';
const assert = require('node:assert/strict');
const { spawn } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { setTimeout: sleep } = require('node:timers/promises');

const MODULE = path.join(__dirname, '..', 'support', 'outlived.js');

// A program that has a server that ignores Ctrl-C, as MariaDB does, and tells its pid.
const program = (folder, rest) => `
  const child = require('node:child_process').spawn('sh', ['-c', 'trap "" INT; echo up; while :; do sleep 0.1; done'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const release = require(${JSON.stringify(MODULE)}).outlived(child, { folder: ${JSON.stringify(folder)} });
  child.stdout.once('data', () => { console.log(child.pid); ${rest} });`;

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// Resolves to {pid, folder, child}, when the server is there.
async function started(t, rest) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-test-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const child = spawn(process.execPath, ['-e', program(folder, rest)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [text] = await once(child.stdout, 'data');
  return { pid: Number(text), folder, child };
}

async function isSoon(holds) {
  for (let i = 0; i < 500 && !holds(); i++) await sleep(20);
  return holds();
}

test('a server does not outlive a benchmark that ends by Ctrl-C', { skip: process.platform === 'win32' }, async (t) => {
  const { pid, folder, child } = await started(t, '');
  child.kill('SIGINT');
  assert.ok(await isSoon(() => !isAlive(pid) && !fs.existsSync(folder)));
});

test('a server that is stopped is left alone', { skip: process.platform === 'win32' }, async (t) => {
  const { pid, folder, child } = await started(t, 'release(); process.exit();');
  t.after(() => process.kill(pid, 'SIGKILL'));
  await once(child, 'exit');
  await sleep(100); // the shell of the other test needs less
  assert.ok(isAlive(pid) && fs.existsSync(folder));
});
