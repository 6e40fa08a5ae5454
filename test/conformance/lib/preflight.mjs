// Asked before thousands of tests run: does the binary start, and does an empty program end well under each mode?
import { spawnSync } from 'node:child_process';
import { UsageError } from './options.mjs';
import { preloadFor } from './mode.mjs';

export function nodeVersion(node) {
  return output(node, ['--version'], {}, `--node ${node}`);
}

export function checkPreload(options) {
  for (const mode of options.plainOnly ? [] : options.mode) {
    const { args, env } = preloadFor(mode, 0, options);
    output(options.node, [...args, '-e', '0'], env, `mode ${mode}: an empty program under ${options.preload}`);
  }
}

function output(node, args, env, what) {
  const { error, status, signal, stdout, stderr } = spawnSync(node, args, {
    encoding: 'utf8', env: { PATH: process.env.PATH, ...env }, timeout: 30_000, killSignal: 'SIGKILL',
  });
  if (status === 0) return stdout.trim();
  const ending = error?.message ?? (signal ? `signal ${signal}` : `exit status ${status}`);
  throw new UsageError(`${what}: ${ending}\n${stderr ?? ''}`.trimEnd());
}
