// Has the tool read one changed file, in this process.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { randomFrom } from '../soak/random.mjs';
import { mutated } from './mutate.mjs';

const { cli } = createRequire(import.meta.url)('../../lib/cli/cli.js');
const USAGE = 2;
const INTERNAL = 70;
const CONFIGURED = new Set(['config', 'package']); // these folders have a configuration: the tool works there
const LONG_MS = 60_000;
const NAMED = 4000; // characters of an output that a fault shows

function surroundings(cwd) {
  const text = { stdout: '', stderr: '' };
  const stream = (name) => ({ write: (part) => { text[name] += part; } });
  const { NODE_OPTIONS: _, ...env } = process.env;
  return { text, io: { stdout: stream('stdout'), stderr: stream('stderr'), env, cwd, signal: AbortSignal.timeout(LONG_MS) } };
}

const isOneLine = (text) => /^nacd[ :][^\n]+\n$/.test(text);

// Returns what is wrong with the end of a command line, or undefined.
function faultOf(status, { stdout, stderr }) {
  if (status === INTERNAL) return 'an internal error';
  const isTold = stderr === '' && stdout !== ''; // a merge without a result
  if (status === USAGE && !isTold && !isOneLine(stderr)) return 'not refused with one line';
  return /\n {4}at /.test(stderr) ? 'a stack' : undefined;
}

async function readBy(args, cwd) {
  const { text, io } = surroundings(cwd);
  try {
    const status = await cli(args, io);
    const fault = io.signal.aborted ? 'not done in a minute' : faultOf(status, text);
    return { status, fault: fault && `${fault}: nacd ${args.join(' ')}\nstatus ${status}\n${text.stderr.slice(0, NAMED)}` };
  } catch (error) {
    return { fault: `nacd ${args.join(' ')}\n${error.stack}` };
  }
}

/**
 * Resolves to {isRefused, fault} of one input of a format (formats.mjs); `fault` is a text, or undefined. Seed and
 * number choose the input; -1 is the sample as it is. The sample is as before then.
 */
export async function tryInput(folder, { name, files, reads }, { seed, number }) {
  const random = randomFrom(`${seed} ${name}`, number);
  const sample = files[Math.max(0, number) % files.length];
  const file = path.join(folder, sample);
  const isThere = existsSync(file);
  const before = isThere ? readFileSync(file) : Buffer.from('{}');
  const cwd = CONFIGURED.has(sample.split('/')[0]) ? path.dirname(file) : folder;
  try {
    if (number >= 0) writeFileSync(file, mutated(before, random));
    const read = reads[Math.floor(random() * reads.length)];
    const { status, fault } = await readBy(read.map((word) => (word === '{file}' ? sample : word)), cwd);
    return { isRefused: status === USAGE, fault };
  } finally {
    if (isThere) writeFileSync(file, before);
    else rmSync(file);
    rmSync(path.join(folder, 'merged'), { recursive: true, force: true });
  }
}
