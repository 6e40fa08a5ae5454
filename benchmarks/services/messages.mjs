// node benchmarks/services/messages.mjs: a race between the consumers of two messages (messages/app.cjs) with a real
// Redis and, where Debian's rabbitmq-server is installed, a real broker of AMQP; and its control, a consumer that deals
// with one message at a time.
//   --kinds bullmq,amqp,stream,list  only these     --instances N  as many processes of the server
//   --keep  prints the output of each run
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const { installed } = require('../../test/support/installed.js');
const { startServices } = require('../../test/support/services.js');
const { startRabbit } = require('./rabbitmq.cjs');

const here = path.dirname(fileURLToPath(import.meta.url));
const nacd = path.join(here, '..', '..', 'lib', 'cli', 'main.js');
const PACKAGES = { bullmq: '6.7.0', ioredis: '5.11.1', amqplib: '2.3.1' };
const COMMAND = ['--serve', 'node app.cjs', '--reset', 'node app.cjs reset', '--traffic', 'traffic.json', '--limit', '15'];
const RACE = /an update of \S+ is lost.*proved 5 of 5/;

const { values: options } = parseArgs({ options: {
  kinds: { type: 'string', default: 'bullmq,amqp,stream,list' },
  instances: { type: 'string', default: '1' }, keep: { type: 'boolean' },
} });

function run(env) {
  const cwd = mkdtempSync(path.join(os.tmpdir(), 'nacd-bench-'));
  symlinkSync(path.join(installed('bench-messages', PACKAGES), 'node_modules'), path.join(cwd, 'node_modules'));
  cpSync(path.join(here, 'messages', 'app.cjs'), path.join(cwd, 'app.cjs'));
  writeFileSync(path.join(cwd, 'traffic.json'), JSON.stringify([{ method: 'POST', path: '/orders', body: { train: 'G7' } }]));
  try {
    const own = { ...process.env, NODE_OPTIONS: '', ...env };
    const args = [nacd, 'requests', 'run', ...COMMAND, '--instances', options.instances];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd, env: own, encoding: 'utf8' });
    if (options.keep) console.log(`${cwd}\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  } finally {
    if (!options.keep) rmSync(cwd, { recursive: true, force: true });
  }
}

// One at a time in each of several workers is no lock.
const isRace = (FIXED) => FIXED === '' || options.instances !== '1';

function verdictOf(output, isFixed) {
  if (!isFixed) return RACE.test(output) ? 'proved' : 'NOT PROVED';
  const [, candidates] = /^ {2}candidates: (.*)$/m.exec(output) ?? [];
  return /^no request race proved/m.test(output) ? `silent (${candidates ?? 'no candidate'})` : 'FALSE ALARM';
}

async function main() {
  const { urls, stop } = await startServices('redis');
  const rabbit = options.kinds.includes('amqp') ? await startRabbit() : undefined;
  let isRight = true;
  try {
    for (const kind of options.kinds.split(',')) {
      if (kind === 'amqp' && !rabbit) {
        console.log('amqp    left out: rabbitmq-server is not installed');
        continue;
      }
      for (const FIXED of ['', '1']) {
        const output = run({ KIND: kind, FIXED, REDIS_URL: urls.redis, AMQP_URL: rabbit?.url });
        const verdict = verdictOf(output, !isRace(FIXED));
        isRight &&= /^(?:proved|silent)/.test(verdict);
        console.log(`${kind.padEnd(8)}${(FIXED ? 'one at a time' : 'race').padEnd(15)}${verdict}`);
      }
    }
  } finally {
    await rabbit?.stop();
    await stop();
  }
  process.exitCode = isRight ? 0 : 1;
}

await main();
