// npm run test:native, test:asan, test:tsan: builds and runs the native tests. npm run fuzz: runs each fuzz target for
// FUZZ_SECONDS.
import fs from 'node:fs';
import path from 'node:path';
import { find } from './lib/files.mjs';
import { buildNative } from './lib/native.mjs';
import { demand, needs } from './lib/needs.mjs';
import { Failure, main, root, run } from './lib/run.mjs';

const seconds = process.env.FUZZ_SECONDS ?? '60';

// Runs build/native/fuzz/<name>_fuzz, with the dictionary test/fuzz/<name>.dict if there is one. The first inputs are
// the files in test/fuzz/<name>, or else in the folder of that name: the model files.
function fuzzOne(build, name) {
  const dictionary = path.join(root, 'test', 'fuzz', `${name}.dict`);
  const words = fs.existsSync(dictionary) ? [`-dict=${dictionary}`] : [];
  // libFuzzer writes new inputs to the first folder.
  const found = path.join(build, `${name}-found`);
  fs.mkdirSync(found, { recursive: true });
  const flags = [`-max_total_time=${seconds}`, '-timeout=10', '-verbosity=0', '-print_final_stats=1', ...words];
  const inputs = [path.join(root, 'test', 'fuzz', name), path.join(root, name)].find((folder) => fs.existsSync(folder));
  run(path.join(build, `${name}_fuzz`), [...flags, found, inputs], { cwd: build });
}

function fuzz() {
  const names = find('test/fuzz', /_fuzz\.cc$/).map((file) => path.basename(file, '_fuzz.cc'));
  if (names.length === 0) throw new Failure('no fuzz target: test/fuzz/*_fuzz.cc');
  const build = buildNative('fuzz');
  for (const name of names) fuzzOne(build, name);
}

main(() => {
  const [variant = 'plain', ...args] = process.argv.slice(2);
  demand(variant === 'fuzz' ? needs.fuzz : needs.native);
  if (variant === 'fuzz') return fuzz();
  run(path.join(buildNative(variant), 'native_tests'), args);
});
