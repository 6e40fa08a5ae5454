// npm run demo: finds a real race. A test of fs-extra 7.0.1 that passes under mocha fails under mocha -r nacd-native
// for some seed, and again for the same seed. Installs missing packages, as npm test does.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { begin, provideAddon } from './lib/demo.mjs';
import { ensurePackages } from './lib/npm.mjs';
import { Failure, main, root } from './lib/run.mjs';

const folder = path.join(root, 'demo');
const PLAIN_RUNS = 5;
const MOST_SEEDS = 100;
const REPEATS = 3;

// Runs the test, under nacd-native if there is a seed. Returns {passed, output}.
function mocha(seed) {
  const preload = seed === undefined ? [] : ['-r', 'nacd-native'];
  const env = { ...process.env, ...(seed !== undefined && { NACD_SEED: String(seed) }) };
  const args = [path.join('node_modules', 'mocha', 'bin', 'mocha.js'), ...preload, 'remove.test.js'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { passed: status === 0, output: `${stdout}${stderr}` };
}

// Links this repository into node_modules, so that `-r nacd-native` loads it as an installed package.
function linkPackage() {
  const link = path.join(folder, 'node_modules', 'nacd-native');
  if (!fs.existsSync(link)) fs.symlinkSync(path.join('..', '..'), link);
}

// Runs the test with this seed until it fails once more. A busy machine may need longer than the 25 ms between two
// checks to begin with the removal, which is another order.
function failsAgain(seed) {
  for (let run = 1; run <= REPEATS; run++) {
    const result = mocha(seed);
    console.log(`  NACD_SEED=${seed}: ${word(result)}`);
    if (!result.passed) return true;
  }
  return false;
}

const word = ({ passed }) => (passed ? 'passed' : 'FAILED');
const indent = (text) => text.trim().replace(/^(?=.)/gm, '    ');

main(() => {
  begin('A test of fs-extra 7.0.1 passes under mocha, and fails under mocha -r nacd-native with some seed.', 'less than a minute');
  provideAddon();
  ensurePackages('demo', 'fs-extra 7.0.1 and mocha, which the demo shows');
  linkPackage();

  console.log('\nA test of fs-extra 7.0.1 (demo/remove.test.js). Plain mocha:');
  for (let run = 1; run <= PLAIN_RUNS; run++) console.log(`  run ${run}: ${word(mocha())}`);

  console.log('\nThe same test, the same mocha, with -r nacd-native:');
  for (let seed = 1; seed <= MOST_SEEDS; seed++) {
    const result = mocha(seed);
    console.log(`  NACD_SEED=${seed}: ${word(result)}`);
    if (result.passed) continue;
    console.log(`\n${indent(result.output)}\n\nThe same seed again:`);
    if (!failsAgain(seed)) continue;
    console.log(`\nThe seed repeats it:\n  cd demo && NACD_SEED=${seed} npx mocha -r nacd-native remove.test.js`);
    return;
  }
  throw new Failure(`no failure that comes back with the seeds 1 to ${MOST_SEEDS}`);
});
