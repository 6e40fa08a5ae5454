'use strict';
// A network of its own for a run, on Linux: fixed ports don't collide when runs go side by side. Only the loopback
// interface is there; what the command fetches from elsewhere is not reachable.
const { spawnSync } = require('node:child_process');

// As root a user namespace is not needed; else it is what allows the network namespace. The caps are kept for `ip`
// only: setpriv drops them before the command starts.
const LOOPBACK = 'ip link set lo up && exec "$@"';
const AS_ROOT = ['unshare', '--net', '--', 'sh', '-c', LOOPBACK, 'nacd'];
const AS_USER = ['unshare', '--user', '--map-current-user', '--keep-caps', '--net', '--', 'sh', '-c', LOOPBACK, 'nacd',
  'setpriv', '--ambient-caps', '-all', '--inh-caps', '-all', '--'];

/** Returns {prefix} to put before a command, or {problem}: why this system does not allow it. */
function isolation() {
  if (process.platform !== 'linux') return { problem: 'only Linux has network namespaces' };
  const prefix = process.getuid() === 0 ? AS_ROOT : AS_USER;
  const { status, stderr, error } = spawnSync(prefix[0], [...prefix.slice(1), 'true'], { encoding: 'utf8' });
  if (status === 0) return { prefix };
  return { problem: (error?.message ?? stderr.trim().split('\n')[0]) || 'unshare failed' };
}

module.exports = { isolation };
