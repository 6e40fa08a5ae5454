// Runs a program under the loop engine and collects what it did.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endAfter } from '../../support/slowdown.js';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
// The product's preload, or the development addon (dev/build.sh).
export const preload = process.env.NACD_TEST_PRELOAD ?? here('../../../lib/index.js');
export const fixture = (name) => here(`../../fixtures/loop/${name}`);

/** Returns a test runner's program that runs the fixture `file` as its test. */
export function runnerOf(t, file) {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-runner-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const installed = join(folder, 'node_modules', 'tape');
  mkdirSync(installed, { recursive: true });
  const program = join(installed, 'program.js');
  writeFileSync(program, `require(${JSON.stringify(fixture(file))});\n`);
  return program;
}

/**
 * Returns {code, signal, stdout, stderr, ms, traces, events}: the lines of each trace, and of all. `talk(child)`, if
 * given, has the program's standard input.
 */
export async function run(program, { env = {}, args = [], nodeArgs = [], plain = false, talk } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'nacd-loop-'));
  const started = process.hrtime.bigint();
  const child = spawn(process.execPath, [...(plain ? [] : ['-r', preload]), ...nodeArgs, program, ...args], {
    env: {
      ...process.env, NACD_ENGINE: 'loop', NACD_CLOCK: 'virtual', NACD_SEED: '1', NACD_TRACE: folder, NACD_QUIET: '1',
      ...env,
    },
    stdio: [talk ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => { output[name] += text; });
  talk?.(child);
  const timer = endAfter(child, 60_000);
  const [code, signal] = await new Promise((resolve) => child.on('close', (...end) => resolve(end)));
  clearInterval(timer);
  const ms = Number(process.hrtime.bigint() - started) / 1e6;
  const traces = readdirSync(folder).map((file) => lines(join(folder, file)));
  rmSync(folder, { recursive: true });
  return { code, signal, ...output, ms, traces, events: traces.flat() };
}

function lines(file) {
  return readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/** Decisions as "phase name" to milliseconds (or undefined). */
export function decisions(events) {
  const made = events.filter(({ type, phase }) => phase && type !== 'run');
  return new Map(made.map(({ name, phase, delay }) => [`${phase} ${name}`, delay]));
}
