'use strict';
// Starts a Slurm cluster of this machine alone, with munge: Debian's slurm-wlm, as root, all its files in a temporary
// folder. More tasks run at once than there are processors.
const { execFileSync, spawn, spawnSync } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { setTimeout: sleep } = require('node:timers/promises');

const { freePort } = require('../../lib/process/free-port.js');

const PROGRAMS = ['munged', 'slurmctld', 'slurmd', 'sbatch', 'srun', 'squeue', 'scancel'];

/** Returns why Slurm cannot be started here; undefined if it can. */
function missing() {
  if (process.getuid() !== 0) return 'slurmd needs root';
  const absent = PROGRAMS.filter((name) => spawnSync('which', [name]).status !== 0);
  return absent.length > 0 ? `needs ${absent.join(', ')}: apt-get install slurm-wlm munge` : undefined;
}

async function configOf(folder, tasks) {
  const file = (name) => path.join(folder, name);
  const node = os.hostname().split('.')[0];
  const lines = {
    ClusterName: 'nacd', SlurmctldHost: `${node}(127.0.0.1)`, SlurmUser: 'root', SlurmdUser: 'root',
    SlurmctldPort: await freePort(), SlurmdPort: await freePort(),
    AuthType: 'auth/munge', AuthInfo: `socket=${file('munge.socket')}`, CredType: 'cred/munge',
    StateSaveLocation: file('state'), SlurmdSpoolDir: file('spool'),
    SlurmctldPidFile: file('slurmctld.pid'), SlurmdPidFile: file('slurmd.pid'),
    ProctrackType: 'proctrack/linuxproc', TaskPlugin: 'task/none', MpiDefault: 'none', ReturnToService: 2,
    SelectType: 'select/cons_tres', SelectTypeParameters: 'CR_Core', SlurmdParameters: 'config_overrides',
    SchedulerParameters: 'batch_sched_delay=0,sched_min_interval=100000,defer_batch',
    // A busy machine takes longer than 2 s for a connection, 10 s for an answer, or 10 s to begin a task. A task that
    // has not begun then is taken for lost.
    TCPTimeout: 60, MessageTimeout: 100, BatchStartTimeout: 300, UnkillableStepTimeout: 600,
    NodeName: `${node} NodeAddr=127.0.0.1 CPUs=${tasks} State=UNKNOWN`,
    PartitionName: `main Nodes=${node} Default=YES MaxTime=30 State=UP`,
  };
  return Object.entries(lines).map(([key, value]) => `${key}=${value}\n`).join('');
}

function startMunge(folder) {
  const file = (name) => path.join(folder, name);
  fs.writeFileSync(file('munge.key'), require('node:crypto').randomBytes(64), { mode: 0o400 });
  const args = ['--key-file', 'munge.key', '--socket', 'munge.socket', '--pid-file', 'munge.pid', '--log-file', 'munge.log',
    '--seed-file', 'munge.seed'];
  return ['--foreground', '--force', ...args.map((arg) => (arg.startsWith('--') ? arg : file(arg)))];
}

async function until(condition, what, folder) {
  for (let tries = 0; tries < 300; tries++) {
    if (condition()) return;
    await sleep(100);
  }
  const logs = ['munged', 'slurmctld', 'slurmd'].map((name) => fs.readFileSync(path.join(folder, `${name}.out`), 'utf8'));
  throw new Error(`no ${what}\n${logs.join('\n').slice(-3000)}`);
}

/** Resolves to {env, stop()}: the variables with which Slurm's programs find this cluster. */
async function startSlurm(tasks = 8) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-slurm-'));
  fs.chmodSync(folder, 0o755); // munge demands it of the folder of its socket
  for (const name of ['state', 'spool']) fs.mkdirSync(path.join(folder, name));
  const config = path.join(folder, 'slurm.conf');
  fs.writeFileSync(config, await configOf(folder, tasks));
  const env = { ...process.env, SLURM_CONF: config };
  const children = [];
  const begin = (name, args) => {
    const output = fs.openSync(path.join(folder, `${name}.out`), 'a');
    children.push(spawn(name, args, { env, stdio: ['ignore', output, output] }));
    fs.closeSync(output);
  };
  const stop = async () => {
    for (const child of children.reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    begin('munged', startMunge(folder));
    await until(() => fs.existsSync(path.join(folder, 'munge.socket')), 'socket of munge', folder);
    begin('slurmctld', ['-D', '-c']);
    begin('slurmd', ['-D', '-N', os.hostname().split('.')[0]]);
    const state = () => spawnSync('sinfo', ['-h', '-o', '%t'], { env, encoding: 'utf8' }).stdout.trim();
    await until(() => state() === 'idle', 'idle node', folder);
    return { env, stop, run: (name, ...args) => execFileSync(name, args, { env, encoding: 'utf8' }).trim() };
  } catch (error) {
    await stop();
    throw error;
  }
}

module.exports = { missing, startSlurm };
