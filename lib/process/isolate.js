'use strict';
// Gives a run its own network on Linux, so that fixed ports of runs side by side do not collide. It has the loopback
// interface only: the command cannot reach other hosts.
const { spawnSync } = require('node:child_process');

// A user other than root needs a user namespace to make a network namespace. Its capabilities are for `ip` only:
// setpriv drops them before the command starts.
const LOOPBACK = 'ip link set lo up && exec "$@"';
const AS_ROOT = ['unshare', '--net', '--', 'sh', '-c', LOOPBACK, 'nacd'];
const AS_USER = ['unshare', '--user', '--map-current-user', '--keep-caps', '--net', '--', 'sh', '-c', LOOPBACK, 'nacd',
  'setpriv', '--ambient-caps', '-all', '--inh-caps', '-all', '--'];

/** Returns {prefix}, the words to put before a command, or {problem}, the reason why the system does not allow it. */
function isolation() {
  if (process.platform !== 'linux') return { problem: 'only Linux has network namespaces' };
  const prefix = process.getuid() === 0 ? AS_ROOT : AS_USER;
  const { status, stderr, error } = spawnSync(prefix[0], [...prefix.slice(1), 'true'], { encoding: 'utf8' });
  if (status === 0) return { prefix };
  return { problem: (error?.message ?? stderr.trim().split('\n')[0]) || 'unshare failed' };
}

module.exports = { isolation };
