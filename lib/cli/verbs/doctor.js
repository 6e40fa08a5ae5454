'use strict';
// nacd doctor: what works on this machine, and why not.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { makeContext } = require('../../campaign/context.js');
const { hasTraces } = require('../../trace/read.js');
const { environmentOf } = require('../../process/environment.js');
const { isolation } = require('../../process/isolate.js');
const { EXIT } = require('../../errors.js');
const messages = require('../../messages/index.js');
const { OPTIONS } = require('../../options.js');
const { foundRunners, packageOf } = require('../project.js');

const CHECK_SECONDS = 20;

// Whether a program with these options starts, says nothing on standard error, and is traced.
function tryOut(context, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-'));
  try {
    const { env: base, preload } = context;
    const env = environmentOf({ base: { ...base, NODE_OPTIONS: '' }, preload, options: { ...options, trace: folder }, marker: 'doctor' });
    const program = "require('node:fs').access('.', () => {})";
    const child = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8', timeout: CHECK_SECONDS * 1000 });
    if (child.status !== 0) return child.stderr.trim().split('\n').at(-1) || `exit status ${child.status}`;
    return hasTraces(folder) ? undefined : messages.doctorNoTrace();
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function valuesOf(key) {
  return OPTIONS.find((option) => option.key === key).values;
}

function* checks(context) {
  const major = Number(process.versions.node.split('.')[0]);
  yield { name: `Node ${process.version}, ${process.platform} ${process.arch}`, problem: major < 20 ? 'Node 20 is needed' : undefined };
  const base = { seed: 1, mode: 'random', maxDelay: 1 };
  yield { name: 'the addon loads and traces', needed: true, problem: tryOut(context, base) };
  for (const engine of valuesOf('engine')) yield { name: `engine ${engine}`, problem: tryOut(context, { ...base, engine }) };
  for (const clock of valuesOf('clock')) yield { name: `clock ${clock}`, problem: tryOut(context, { ...base, clock }) };
  yield { name: '--isolate', problem: isolation().problem };
  yield { name: 'whole process trees are ended', problem: fs.existsSync('/proc/self/environ') ? undefined : messages.doctorNoProc() };
}

async function run({ settings, io }) {
  const context = makeContext({ ...settings, values: { out: '.nacd', ...settings.values } }, io);
  let status = EXIT.passed;
  for (const { name, needed, problem } of checks(context)) {
    if (needed && problem) status = EXIT.usage;
    io.stdout.write(`${messages.doctorLine(name, problem)}\n`);
  }
  io.stdout.write(`${messages.doctorRunners(foundRunners(packageOf(io.cwd)))}\n`);
  return status;
}

module.exports = { name: 'doctor', summary: 'tell what works on this machine, and why not', usage: '', run };
