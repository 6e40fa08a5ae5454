// Runs `nacd VERB ...` as a user does, in its own folder, and reads the files that it wrote.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import os from 'node:os';
import path from 'node:path';

export class Nacd {
  #main;
  #env;
  folder = mkdtempSync(path.join(os.tmpdir(), 'nacd-replay-'));

  constructor({ root, node, env }) {
    this.#main = [node, path.join(root, 'lib', 'cli', 'main.js')];
    this.#env = { ...process.env, ...env };
  }

  /** Resolves to {status, stdout, ms}. Rejects if nacd itself fails. */
  async run(...args) {
    const [command, ...first] = this.#main;
    const began = performance.now();
    const child = spawn(command, [...first, ...args], {
      cwd: this.folder, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    if (status > 1) throw new Error(`nacd ${args.join(' ')}: exit status ${status}: ${stderr || stdout.slice(-500)}`);
    return { status, stdout, ms: performance.now() - began };
  }

  /** Returns the first kept failure, {file, schedule}; undefined if there is none. */
  kept() {
    const folder = path.join(this.folder, '.nacd', 'failures');
    const [name] = existsSync(folder) ? readdirSync(folder) : [];
    if (!name) return undefined;
    const file = path.join('.nacd', 'failures', name);
    return { file, schedule: JSON.parse(readFileSync(path.join(this.folder, file), 'utf8')) };
  }

  /** Returns how many runs the last minimize has made: each has a number of its own, and the last ones are kept. */
  minimizeRuns() {
    const folder = path.join(this.folder, '.nacd', 'minimize');
    const runs = existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9]+$/.test(name)) : [];
    return Math.max(0, ...runs.map(Number));
  }

  campaign() {
    return JSON.parse(readFileSync(path.join(this.folder, '.nacd', 'campaign.json'), 'utf8'));
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
