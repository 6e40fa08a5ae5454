// Starts Redis and PostgreSQL for a measurement or a test, on unix sockets in a temporary folder and on free ports of
// the loopback interface.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const starters = { redis: startRedis, postgres: startPostgres };

/**
 * Starts the services in the set `names`: redis, postgres; redis:6379 for a port that a program has fixed. Resolves to
 * {env, stop}: variables that say where they are, and a function that ends them.
 */
export async function startServices(names) {
  const folder = names.size ? mkdtempSync(path.join(os.tmpdir(), 'nacd-services-')) : null;
  const started = [];
  const env = {};
  const stop = async () => {
    for (const child of started) {
      if (!child.pid) continue;
      child.kill('SIGINT');
      if (child.exitCode === null) await once(child, 'exit');
    }
    if (folder) rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of names) {
      const [service, port] = name.split(':');
      const { child, socket, variables } = starters[service](folder, port ?? (await freePort()));
      started.push(child);
      await reachable(socket, child);
      Object.assign(env, variables);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { env, stop };
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return String(port);
}

function startRedis(folder, port) {
  const socket = path.join(folder, 'redis.sock');
  const address = ['--port', port, '--bind', '127.0.0.1', '--unixsocket', socket];
  const args = [...address, '--save', '', '--appendonly', 'no', '--dir', folder];
  const variables = { RACE_REDIS: socket, RACE_REDIS_PORT: port };
  return { child: spawn('redis-server', args, { stdio: 'ignore' }), socket, variables };
}

function startPostgres(folder, port) {
  const bin = postgresFolder();
  const data = path.join(folder, 'postgres');
  const as = postgresUser(folder);
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder, ...as };
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'race', '-A', 'trust', '--no-sync'], quiet);
  const settings = ['-F', '-p', port, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`];
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...settings], { stdio: 'ignore', cwd: folder, ...as });
  const variables = { RACE_POSTGRES: folder, PGPORT: port };
  return { child, socket: path.join(folder, `.s.PGSQL.${port}`), variables };
}

// Debian keeps PostgreSQL's programs outside PATH, in a folder for each version.
function postgresFolder() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => b - a) : [];
  return versions.length ? path.join(debian, versions[0], 'bin') : '';
}

// PostgreSQL refuses to run as root.
function postgresUser(folder) {
  if (process.getuid() !== 0) return {};
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const user = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, user.uid, user.gid);
  return user;
}

async function reachable(socket, child) {
  let failed;
  child.once('error', (error) => (failed = error));
  child.once('exit', (code) => (failed ??= new Error(`${child.spawnargs.join(' ')}: exit status ${code}; is its port in use?`)));
  for (let attempt = 0; attempt < 200; attempt++) {
    if (failed) throw failed;
    if (await connects(socket)) return;
    await sleep(50);
  }
  throw new Error(`nothing answers on ${socket}`);
}

function connects(socket) {
  return new Promise((resolve) => {
    const connection = net.connect(socket, () => resolve(true));
    connection.on('error', () => resolve(false)).on('connect', () => connection.end());
  });
}
