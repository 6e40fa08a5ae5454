'use strict';
// Starts PostgreSQL, MariaDB, Redis and memcached for a test, each on a free port of 127.0.0.1, with its data in a
// temporary folder. All is gone after stop(), or when this process ends.
const { execFileSync, spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const { freePort } = require('../../lib/process/free-port.js');
const certificate = require('../fixtures/hooks/certificate.js');
const { outlived } = require('./outlived.js');

// Database servers refuse to run as root.
function as(user, folder) {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  fs.chownSync(folder, owner.uid, owner.gid);
  return owner;
}

// Debian keeps these programs outside PATH, in a folder for each version.
function postgresFolder() {
  const debian = '/usr/lib/postgresql';
  const versions = fs.existsSync(debian) ? fs.readdirSync(debian).sort((a, b) => b - a) : [];
  return versions.length > 0 ? path.join(debian, versions[0], 'bin') : '';
}

const STARTERS = {
  postgres(folder, port) {
    const owner = as('postgres', folder);
    const data = path.join(folder, 'data');
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...owner };
    execFileSync(path.join(postgresFolder(), 'initdb'), ['-D', data, '-U', 'test', '-A', 'trust', '--no-sync'], quiet);
    const settings = ['-F', '-p', port, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`];
    const child = spawn(path.join(postgresFolder(), 'postgres'), ['-D', data, ...settings], { ...quiet, stdio: 'ignore' });
    return { child, url: `postgres://test@127.0.0.1:${port}/postgres`, signal: 'INT' };
  },
  redis(folder, port) {
    const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
    return { child: spawn('redis-server', args, { stdio: 'ignore' }), url: `redis://127.0.0.1:${port}` };
  },
  // With TLS only; the certificate is one for "localhost".
  redisTls(folder, port) {
    const file = (kind) => path.join(folder, `${kind}.pem`);
    for (const kind of ['key', 'cert']) fs.writeFileSync(file(kind), certificate[kind]);
    const tls = ['--tls-cert-file', file('cert'), '--tls-key-file', file('key'), '--tls-auth-clients', 'no'];
    const args = ['--port', '0', '--tls-port', port, '--bind', '127.0.0.1', '--save', '', '--dir', folder, ...tls];
    const child = spawn('redis-server', args, { stdio: 'ignore' });
    return { child, url: `rediss://localhost:${port}`, certificate: file('cert') };
  },
  memcached(folder, port) {
    const user = process.getuid() === 0 ? ['-u', 'nobody'] : [];
    return { child: spawn('memcached', ['-p', port, '-l', '127.0.0.1', '-U', '0', ...user], { stdio: 'ignore' }), url: `127.0.0.1:${port}` };
  },
  mariadb(folder, port) {
    const owner = as('mysql', folder);
    const data = path.join(folder, 'data');
    // The temporary folder of the tests may be one that this user cannot write to.
    const env = { ...process.env, TMPDIR: folder };
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, env, ...owner };
    execFileSync('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'], quiet);
    const child = spawn('mariadbd', ['--no-defaults', `--datadir=${data}`, `--port=${port}`, '--bind-address=127.0.0.1',
      `--socket=${folder}/mysql.sock`, `--pid-file=${folder}/pid`, '--innodb-flush-log-at-trx-commit=0'], { ...quiet, stdio: 'ignore' });
    return { child, url: `mysql://root@127.0.0.1:${port}/test`, ready: () => makeDatabase(folder) };
  },
};

async function makeDatabase(folder) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const made = spawnSync('mariadb', ['--no-defaults', '-u', 'root', `--socket=${folder}/mysql.sock`, '-e', 'CREATE DATABASE test']);
    if (made.status === 0) return;
    await sleep(50);
  }
  throw new Error('mariadb does not answer');
}

const answers = (port) => new Promise((resolve) => {
  const socket = net.connect(port, '127.0.0.1', () => socket.end(() => resolve(true)));
  socket.on('error', () => resolve(false));
});

async function reachable(name, port, child) {
  for (let attempt = 0; attempt < 400; attempt++) {
    if (child.exitCode !== null) throw new Error(`${name} ended with status ${child.exitCode}`);
    if (await answers(port)) return;
    await sleep(50);
  }
  throw new Error(`${name} does not answer`);
}

// PostgreSQL listens before it takes connections.
async function startsUp({ url }) {
  const { port } = new URL(url);
  for (let attempt = 0; attempt < 200; attempt++) {
    if (spawnSync(path.join(postgresFolder(), 'pg_isready'), ['-h', '127.0.0.1', '-p', port]).status === 0) return;
    await sleep(50);
  }
  throw new Error('postgres does not start');
}

function startedIn(name, folder, port) {
  try {
    return STARTERS[name](folder, String(port));
  } catch (error) {
    fs.rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startOne(name) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `nacd-${name}-`));
  const port = await freePort();
  const service = startedIn(name, folder, port);
  const { signal = 'TERM' } = service;
  const release = outlived(service.child, { folder, signal });
  const stop = async () => {
    release();
    service.child.kill(`SIG${signal}`);
    if (service.child.exitCode === null && service.child.signalCode === null) await once(service.child, 'exit');
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    await reachable(name, port, service.child);
    if (name === 'postgres') await startsUp(service);
    await service.ready?.();
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: service.url, stop };
}

/** Returns { urls, stop() }: startServices('postgres', 'redis'). urls.postgres is the address of that one. */
async function startServices(...names) {
  const started = {};
  const stop = () => Promise.all(Object.values(started).map((service) => service.stop()));
  try {
    for (const name of names) started[name] = await startOne(name);
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: Object.fromEntries(names.map((name) => [name, started[name].url])), stop };
}

module.exports = { startServices };
