'use strict';
// Starts Debian's rabbitmq-server on free ports of 127.0.0.1, with its data in a temporary folder. All is gone after
// stop(), or when this process ends.
const { execFileSync, spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');
const { freePort } = require('../../lib/process/free-port.js');
const { outlived } = require('../../test/support/outlived.js');

const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server'; // the one in PATH changes the user
const USER = 'rabbitmq';
const START_MS = 120_000;

const answers = (port) => new Promise((resolve) => {
  const socket = net.connect(port, '127.0.0.1', () => socket.end(() => resolve(true)));
  socket.on('error', () => resolve(false));
});

function ownerOf(folder) {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, USER], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  fs.chownSync(folder, owner.uid, owner.gid);
  return owner;
}

/** Resolves to {url, stop()}, or to undefined where the package is not installed. */
async function startRabbit() {
  if (!fs.existsSync(SERVER)) return undefined;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-rabbitmq-'));
  const [port, distribution, names] = [await freePort(), await freePort(), await freePort()];
  const inside = (name) => path.join(folder, name);
  const env = {
    PATH: process.env.PATH, HOME: folder, RABBITMQ_NODENAME: `nacd${port}@localhost`, RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port), RABBITMQ_DIST_PORT: String(distribution), ERL_EPMD_PORT: String(names),
    ERL_EPMD_ADDRESS: '127.0.0.1', RABBITMQ_MNESIA_BASE: inside('db'), RABBITMQ_LOG_BASE: inside('log'), RABBITMQ_LOGS: '-',
    RABBITMQ_ENABLED_PLUGINS_FILE: inside('plugins'), RABBITMQ_PID_FILE: inside('pid'), RABBITMQ_CONFIG_FILE: inside('none'),
  };
  const owner = ownerOf(folder);
  const child = spawn(SERVER, { env, cwd: folder, stdio: 'ignore', ...owner });
  // Erlang's own daemon, which refuses to end while it knows of a node.
  const release = outlived(child, { folder, last: `for i in 1 2 3 4 5 6 7 8; do epmd -port ${names} -kill && break; sleep 1; done` });
  const stop = async () => {
    release();
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    spawnSync('epmd', ['-port', String(names), '-kill'], { env, stdio: 'ignore', ...owner }); // Erlang's own daemon
    fs.rmSync(folder, { recursive: true, force: true });
  };
  for (const began = Date.now(); !await answers(port);) {
    if (child.exitCode === null && Date.now() - began < START_MS) await sleep(100);
    else {
      await stop();
      throw new Error('rabbitmq does not start');
    }
  }
  return { url: `amqp://127.0.0.1:${port}`, stop };
}

module.exports = { startRabbit };
