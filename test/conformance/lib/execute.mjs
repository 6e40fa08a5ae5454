// One run of one test, plain or under a preload, and the class of its outcome.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { killAll, killByEnvironment, runGroup } from './process-group.mjs';

// The little of our own environment that a test may see: npm, a CI or an outer test runner must not change results.
const KEPT = ['PATH', 'HOME', 'USER', 'LOGNAME', 'SHELL', 'LANG', 'LC_ALL', 'TZ', 'TERM', 'LD_LIBRARY_PATH'];
const TAIL_LINES = 12;
// Another runner on this machine gets another block of ports; all below the ephemeral ones.
const FIRST_PORT = 12346 + (process.pid % 20) * 1000;

/** Thrown by a run that was cut short, so that nobody takes it for a result. */
export class Interrupted extends Error {}

export class Executor {
  interrupted = false;
  #serial = 0;
  /** A temporary folder, removed by close(). */
  root = mkdtempSync(path.join(tmpdir(), 'nacd-conf-'));

  constructor({ suite, node, timeout }) {
    this.suite = suite;
    this.node = node;
    this.timeout = timeout;
  }

  /** `preload`: { args, env } put before the test's own flags, or nothing for a plain run. */
  async run(test, slot, { args = [], env = {} } = {}) {
    if (this.interrupted) throw new Interrupted();
    const folder = path.join(this.root, String(slot));
    mkdirSync(folder, { recursive: true });
    const serial = `${process.pid}-${++this.#serial}`;
    const end = await runGroup([this.node, ...args, ...test.flags, test.file], {
      cwd: path.dirname(this.suite),
      env: { ...environment(test, slot, folder, serial), ...env },
      folder,
      timeout: this.timeout,
    });
    if (this.interrupted) throw new Interrupted();
    const result = { outcome: classify(end), ms: end.ms };
    if (result.outcome === 'pass') return result;
    killByEnvironment((entry) => entry === `TEST_SERIAL_ID=${serial}`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    return result.outcome === 'skip' ? result : { ...result, tail: lastLines(end) };
  }

  interrupt() {
    this.interrupted = true;
    killAll();
  }

  close() {
    killByEnvironment((entry) => entry.startsWith(`TEST_SERIAL_ID=${process.pid}-`));
    rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });
  }
}

// As tools/test.py sets them, so that tests at the same time keep out of each other's way.
function environment(test, slot, folder, serial) {
  const kept = KEPT.filter((name) => name in process.env).map((name) => [name, process.env[name]]);
  return {
    ...Object.fromEntries(kept),
    ...test.env,
    TEST_SERIAL_ID: serial,
    TEST_THREAD_ID: String(slot),
    TEST_PARALLEL: test.parallel ? '1' : '0',
    NODE_TEST_DIR: folder,
    NODE_COMMON_PORT: String(FIRST_PORT + slot * 100),
    TMPDIR: folder,
  };
}

/** pass, skip (the test itself said so), timeout, output, or what ended the process: `exit 1`, `signal SIGSEGV`. */
function classify({ reason, signal, code, stdout }) {
  if (reason) return reason;
  if (signal) return `signal ${signal}`;
  if (code !== 0) return `exit ${code}`;
  return /^1\.\.0 # Skipped/im.test(stdout) ? 'skip' : 'pass';
}

// An uncaught error ends in frames of Node's own and its version; without them the message is among the last lines.
const NOISE = /^\s*$|^\s+at .*\(?node:internal|^Node\.js v\d/;

function lastLines({ stdout, stderr }) {
  const text = stderr.trim() === '' ? stdout : stderr;
  return text.split('\n').filter((line) => !NOISE.test(line)).slice(-TAIL_LINES).map((line) => line.slice(0, 300));
}
