'use strict';
// The other processes of a server that was started several times (--instances).
const builtin = require('../../builtin.js');

const fs = builtin('node:fs');

/** Returns the host at which a server is reached that listens at `host`. */
const hostOf = (host) => (host === undefined || host === '::' || host === '0.0.0.0' ? '127.0.0.1' : host);

/** Returns {host, port} of another instance than this process; `peers` is the file that lists all. */
function otherInstance(peers) {
  const { host, port } = JSON.parse(fs.readFileSync(peers, 'utf8')).find(({ pid }) => pid !== process.pid);
  return { host: hostOf(host), port };
}

module.exports = { hostOf, otherInstance };
