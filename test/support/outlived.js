'use strict';
// A server that a test or a benchmark starts does not outlive it, however that ends: by Ctrl-C, a limit of time, or a
// crash. A shell in a session of its own reads a pipe from this process, and ends the server when the pipe breaks.
const { spawn } = require('node:child_process');

const SCRIPT = `read line && exit
kill -s "$1" "$2"
i=30
while [ $i -gt 0 ] && kill -s 0 "$2"; do sleep 0.1; i=$((i - 1)); done
kill -s KILL "$2"
eval "$4"
rm -rf "$3"`;

/**
 * Ends `child` when this process ends, by `signal`, and removes `folder`; `last` is a command for the time between.
 * Returns a function that calls this off.
 */
function outlived(child, { folder, signal = 'TERM', last = ':' }) {
  const args = ['-c', SCRIPT, 'sh', signal, String(child.pid), folder, last];
  const shell = spawn('sh', args, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  shell.unref();
  shell.stdin.unref();
  shell.stdin.on('error', () => {}); // the shell was ended before this process
  return () => shell.stdin.end('\n');
}

module.exports = { outlived };
