'use strict';
// nacd doctor: shows what works on this machine, and why not.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const { makeContext } = require('../../campaign/context.js');
const { packageIn } = require('../../options/package-json.js');
const { readTraces } = require('../../trace/read.js');
const { environmentOf } = require('../../process/environment.js');
const { isolation } = require('../../process/isolate.js');
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { platformName } = require('../../options/platform.js');
const { OPTIONS } = require('../../options/program.js');
const { foundRunners } = require('../project.js');
const { ROOT, otherCopy, pageBytes, restriction, usesElectron } = require('../surroundings.js');

const CHECK_SECONDS = 20;

// Runs a program with these options. Returns the `header` of its trace, or the `problem` that prevented one.
function tryOut(context, options) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-'));
  try {
    const { env: base, preload } = context;
    const env = environmentOf({ base: { ...base, NODE_OPTIONS: '' }, preload, options: { ...options, trace: folder }, marker: 'doctor' });
    const program = "require('node:fs').access('.', () => {})";
    const child = spawnSync(process.execPath, ['-e', program], { env, encoding: 'utf8', timeout: CHECK_SECONDS * 1000 });
    if (child.status !== 0) return { problem: child.stderr.trim().split('\n').at(-1) || `exit status ${child.status}` };
    const [trace] = readTraces(folder);
    return trace?.header ? { header: trace.header } : { problem: messages.doctorNoTrace() };
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function valuesOf(key) {
  return OPTIONS.find((option) => option.key === key).values;
}

// The binary that the loader takes (lib/preload/binding.js).
function binaryCheck() {
  const platform = platformName();
  const places = ['build/Release/nacd_native.node', `prebuilds/${platform}/nacd-native.node`];
  const place = places.find((name) => fs.existsSync(path.join(ROOT, name)));
  const folder = path.join(ROOT, 'prebuilds');
  const others = place || !fs.existsSync(folder) ? [] : fs.readdirSync(folder).sort();
  const problem = place ? undefined : messages.doctorNoBinary(others, platform);
  return { name: `a binary for ${platform} is there`, problem, more: place };
}

function* checks(context) {
  const major = Number(process.versions.node.split('.')[0]);
  yield { name: `Node ${process.version}, ${process.platform} ${process.arch}`, problem: major < 20 ? 'Node 20 is needed' : undefined };
  yield binaryCheck();
  const base = { seed: 1, mode: 'random', maxDelay: 1 };
  const { problem, header } = tryOut(context, base);
  yield { name: 'the addon loads and traces', needed: true, problem, more: header?.options.engine && messages.doctorDefaults(header.options) };
  for (const key of ['engine', 'clock']) {
    for (const value of valuesOf(key)) yield { name: `${key} ${value}`, ...tryOut(context, { ...base, [key]: value }) };
  }
  yield { name: '--isolate', problem: isolation().problem };
  yield { name: 'whole process trees are ended', problem: fs.existsSync('/proc/self/environ') ? undefined : messages.doctorNoProc(process.platform) };
}

// Returns lines only about what is unusual here.
function remarks({ cwd, env, values }, json) {
  const bytes = pageBytes();
  const copy = otherCopy(cwd);
  const restricted = restriction(env, json);
  return [
    bytes !== undefined && messages.doctorPages(bytes),
    copy && messages.doctorCopy(copy, ROOT),
    restricted && messages.doctorRestricted(restricted, ROOT),
    usesElectron(json) && messages.doctorElectron(),
    messages.doctorClock(values.maxSkew ?? Number(OPTIONS.find(({ key }) => key === 'maxSkew').defaultText)),
  ].filter(Boolean);
}

async function run({ settings, operands, io }) {
  if (operands.length > 0) throw new UserError(messages.noOperands('doctor', operands));
  const context = makeContext({ ...settings, values: { out: '.nacd', ...settings.values } }, io);
  let status = EXIT.passed;
  let done = 0;
  for (const { name, needed, problem, more } of checks(context)) {
    await new Promise(setImmediate); // a signal is heard between two checks
    if (io.signal.aborted) {
      io.stdout.write(`${messages.doctorInterrupted(done)}\n`);
      return EXIT.interrupted;
    }
    done++;
    if (needed && problem) status = EXIT.usage;
    io.stdout.write(`${messages.doctorLine(name, problem, more)}\n`);
  }
  const json = packageIn(io.cwd);
  for (const line of remarks(context, json)) io.stdout.write(`${line}\n`);
  io.stdout.write(`${messages.doctorRunners(json && foundRunners(json))}\n`);
  return status;
}

module.exports = { name: 'doctor', summary: 'show what works on this machine, and why not', usage: '', run };
