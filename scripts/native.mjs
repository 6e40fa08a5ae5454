// npm run test:native, test:asan, test:tsan: builds and runs the native tests. npm run fuzz: runs each fuzz target for
// FUZZ_SECONDS, one more side by side than there are processors. node scripts/native.mjs build asan tsan: only builds.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { find } from './lib/files.mjs';
import { buildNative, runsOf, variants } from './lib/native.mjs';
import { demand, needs } from './lib/needs.mjs';
import { CommandFailed, Failure, main, root, run } from './lib/run.mjs';

const seconds = process.env.FUZZ_SECONDS ?? '60';

// Runs `file` as run() does, beside others: its output comes when it has ended.
function runBeside(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => output.push(data));
    child.on('error', reject);
    child.on('close', (status, signal) => {
      process.stdout.write(Buffer.concat(output));
      if (status === 0) resolve();
      else reject(new CommandFailed(file, args, { status, signal }));
    });
  });
}

// Runs build/native/asan/<name>_fuzz, with the dictionary test/fuzz/<name>.dict if there is one. The first inputs are
// the files in test/fuzz/<name>, or else in the folder of that name: the model files.
function fuzzOne(build, name) {
  const dictionary = path.join(root, 'test', 'fuzz', `${name}.dict`);
  const words = fs.existsSync(dictionary) ? [`-dict=${dictionary}`] : [];
  // libFuzzer writes new inputs to the first folder.
  const found = path.join(build, `${name}-found`);
  fs.mkdirSync(found, { recursive: true });
  const flags = [`-max_total_time=${seconds}`, '-timeout=10', '-verbosity=0', '-print_final_stats=1', ...words];
  const inputs = [path.join(root, 'test', 'fuzz', name), path.join(root, name)].filter((folder) => fs.existsSync(folder));
  return runBeside(path.join(build, `${name}_fuzz`), [...flags, found, ...inputs.slice(0, 1)], { cwd: build });
}

async function fuzz() {
  const names = find('test/fuzz', /_fuzz\.cc$/).map((file) => path.basename(file, '_fuzz.cc'));
  if (names.length === 0) throw new Failure('no fuzz target: test/fuzz/*_fuzz.cc');
  const build = buildNative('asan');
  const work = async () => {
    for (let name = names.shift(); name !== undefined; name = names.shift()) await fuzzOne(build, name);
  };
  await Promise.all(Array.from({ length: os.availableParallelism() + 1 }, work));
}

function build(names) {
  const unknown = names.find((name) => !Object.hasOwn(variants, name));
  if (unknown !== undefined) throw new Failure(`${unknown}: the variants are ${Object.keys(variants).join(', ')}`);
  for (const name of names) buildNative(name);
}

main(() => {
  const [variant = 'plain', ...args] = process.argv.slice(2);
  demand(['fuzz', 'asan'].some((name) => name === variant || args.includes(name)) ? needs.fuzz : needs.native);
  if (variant === 'build') return build(args);
  if (variant === 'fuzz') return fuzz();
  const binary = path.join(buildNative(variant), 'native_tests');
  for (const which of runsOf(args)) run(binary, which);
});
