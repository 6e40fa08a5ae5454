// A program that waits for another process never sees a time-out that real waiting would not have given.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { startServices } from '../../../benchmarks/harness/services.mjs';
import { fixture, run } from './support.mjs';

const { installed } = createRequire(import.meta.url)('../../support/installed.js');
const seeds = Array.from({ length: 10 }, (_, i) => `${i + 1}`);
const engines = {
  'the loop engine': { NACD_ENGINE: 'loop', NACD_CLOCK: 'virtual' },
  'the default engine': { NACD_ENGINE: undefined, NACD_CLOCK: undefined },
};
const programs = [
  'redis', 'redis-socket worker', 'postgres worker', 'postgres-socket', 'spawn', 'exec', 'fork', 'stdin',
];
const atOnce = 10;

let services;
let env;
before(async () => {
  const folder = installed('services', { ioredis: '6.0.0', pg: '8.23.1' });
  services = await startServices(new Set(['redis', 'postgres']));
  env = { ...services.env, NODE_PATH: join(folder, 'node_modules') };
});
after(() => services?.stop());

function answer(child) {
  child.stdout.once('data', () => setTimeout(() => child.stdin.end('word\n'), 1000));
}

async function waits(args, engine, seed) {
  const talk = args[0] === 'stdin' ? answer : undefined;
  const { stdout, stderr, code } = await run(fixture('outside/run.js'), { args, talk, env: { ...env, ...engine, NACD_SEED: seed } });
  assert.equal(stderr, '');
  assert.equal(stdout, talk ? 'write\nanswer\n' : 'answer\n', `seed ${seed}`);
  assert.equal(code, 0);
}

for (const program of programs) {
  for (const [name, engine] of Object.entries(engines)) {
    test(`${program}, ${name}`, async () => {
      for (let i = 0; i < seeds.length; i += atOnce) {
        await Promise.all(seeds.slice(i, i + atOnce).map((seed) => waits(program.split(' '), engine, seed)));
      }
    });
  }
}
