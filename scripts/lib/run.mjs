// Runs commands whose output is shown at once.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', '..');

// A failure whose message is enough: its stack is not printed.
export class Failure extends Error {}

export class CommandFailed extends Failure {
  constructor(command, args, { status, signal, error }) {
    super(`${[command, ...args].join(' ')}: ${error?.message ?? signal ?? `exit status ${status}`}`);
    this.status = status;
  }
}

// Runs `command`. Throws CommandFailed unless it ends with status 0.
export function run(command, args, { env = {}, ...options } = {}) {
  const result = spawnSync(command, args, { stdio: 'inherit', cwd: root, env: { ...process.env, ...env }, ...options });
  if (result.status !== 0) throw new CommandFailed(command, args, result);
  return result;
}

// Runs a script's main function. Prints a failure as one line; the exit status is that of the command that failed.
export function main(work) {
  Promise.resolve()
    .then(work)
    .catch((error) => {
      console.error(error instanceof Failure ? `nacd-native: ${error.message}` : error);
      process.exitCode = error.status || 1;
    });
}
