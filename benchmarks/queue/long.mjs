// A campaign of many runs. Its program is a shell that copies a trace, which costs far less than Node.js, so the queue,
// the memory and the asker are measured.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nacd, usageOf } from './machines.mjs';

const LOOK_MS = 500;
const STEP = 1000; // runs between two lines

// A trace of calls on files that follow from nothing, half of them on a resource that another changes.
function traceOf(operations) {
  const header = { type: 'header', format: 1, node: process.version, pid: 1, options: { mode: 'random', engine: 'both' } };
  const lines = [header];
  for (let at = 1; at <= operations; at++) {
    const api = at % 4 === 0 ? 'fs.writeFile' : 'fs.readFile';
    const name = `${api}(src/data/file-${at % 150}.json)@lib/module-${at % 20}.js:${at}:7#1/fs.open#1`;
    const delay = at % 2 === 0 ? 5 : undefined;
    lines.push({ t: at, id: at, name, phase: 'worker', api: 'fs.open', site: `lib/module-${at % 20}.js:${at}:7`, delay });
    lines.push({ type: 'run', t: at + 0.5, name, phase: 'worker' });
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}

function checkout(folder, name, operations) {
  const cwd = path.join(folder, name);
  mkdirSync(cwd);
  writeFileSync(path.join(cwd, 'trace'), traceOf(operations));
  writeFileSync(path.join(cwd, 'program.sh'), 'cp trace "$NACD_TRACE/trace-1-0.ndjson"\n');
  return cwd;
}

const numberOf = (info, key) => Number(new RegExp(`${key}:([0-9.]+)`).exec(info)[1]);

function commandsOf(info) {
  const all = [...info.matchAll(/^cmdstat_([\w|]+):calls=(\d+),usec=(\d+)/gm)];
  return all.map(([, name, calls, usec]) => ({ name, calls: Number(calls), usec: Number(usec) }));
}

function print(runs, { seconds, asker, worker, redis, bytes, commands }) {
  const calls = commands.reduce((sum, command) => sum + command.calls, 0);
  const busy = commands.reduce((sum, command) => sum + command.usec, 0);
  const often = commands.sort((a, b) => b.calls - a.calls).slice(0, 8).map(({ name, calls: n }) => `${name} ${(n / runs).toFixed(1)}`);
  console.log(`${runs} runs in ${seconds.toFixed(0)} s, ${(runs / seconds).toFixed(0)} runs/s
  asker    ${asker.peak.toFixed(0)} MB at most; ${(1000 * asker.cpu / runs).toFixed(1)} ms of processor time for each run
  workers  ${worker.peak.toFixed(0)} MB at most in one
  Redis    ${redis.most.toFixed(1)} MB at most, ${redis.before.toFixed(1)} before, ${redis.after.toFixed(1)} after; ${redis.keys} keys are left
           ${(calls / runs).toFixed(1)} commands for each run, ${(busy / runs).toFixed(0)} us of its time; in ${(bytes.in / runs / 1024).toFixed(1)} KB, out ${(bytes.out / runs / 1024).toFixed(1)} KB
           ${often.join(', ')}`);
}

/** Makes a campaign of `runs` runs with `workers` workers, and prints what it took. */
export async function longCampaign({ url, folder }, { runs, workers: count, operations }) {
  // The benchmark installs the package after this module was loaded.
  const Redis = createRequire(path.join(process.env.NODE_PATH, 'index.js'))('ioredis');
  const redis = new Redis(url);
  const memory = async () => numberOf(await redis.info('memory'), 'used_memory') / 2 ** 20;
  const size = { before: await memory(), most: 0 };
  await redis.config('RESETSTAT');
  const command = ['--', 'sh', 'program.sh'];
  const queue = ['--queue', `${url}/long`];
  const began = performance.now();
  const workers = Array.from({ length: count }, (_, at) => {
    return nacd(['worker', ...queue, ...command], checkout(folder, `long-${at}`, operations));
  });
  const args = ['run', '--keep', 'failed', '--seed', '1', ...queue, '-n', String(runs), ...command];
  const asker = nacd(args, checkout(folder, 'long-asker', operations));
  const peaks = { asker: { peak: 0 }, worker: { peak: 0 } };
  let made = 0;
  asker.stdout.on('data', (chunk) => {
    made += [...chunk.matchAll(/^run \d+ of /gm)].length;
  });
  let told = 0;
  let over = false;
  const done = asker.ended.finally(() => {
    over = true;
  });
  done.catch(() => undefined);
  while (!over) {
    await sleep(LOOK_MS);
    size.most = Math.max(size.most, await memory());
    peaks.asker = usageOf(asker) ?? peaks.asker;
    if (made >= told + STEP) {
      told = made - made % STEP;
      const [now, { rss, cpu }] = [await memory(), peaks.asker];
      console.log(`${made} runs: asker ${rss.toFixed(0)} MB, ${(1000 * cpu / made).toFixed(1)} ms a run; Redis ${now.toFixed(1)} MB`);
    }
    for (const worker of workers) peaks.worker.peak = Math.max(peaks.worker.peak, usageOf(worker)?.peak ?? 0);
  }
  await done;
  const seconds = (performance.now() - began) / 1000;
  await Promise.all(workers.map(({ ended }) => ended));
  const stats = await redis.info('stats');
  const bytes = { in: numberOf(stats, 'total_net_input_bytes'), out: numberOf(stats, 'total_net_output_bytes') };
  const commands = commandsOf(await redis.info('commandstats'));
  const left = { ...size, after: await memory(), keys: await redis.dbsize() };
  redis.disconnect();
  print(runs, { seconds, ...peaks, redis: left, bytes, commands });
}
