// npm test: installs missing packages, builds, and runs all tests with Node's own test runner. The native tests and the
// tests on other versions of Node.js are part of that run, so one summary at its end covers everything.
// npm test -- test/model/schema.test.js runs this file only.
import { createRequire } from 'node:module';
import os from 'node:os';
import { buildAddon } from './lib/addon.mjs';
import { tests } from './lib/files.mjs';
import { buildNative, variantOfTests } from './lib/native.mjs';
import { needs, provide } from './lib/needs.mjs';
import { ensurePackages } from './lib/npm.mjs';
import { prebuild } from './lib/prebuild.mjs';
import { main, run } from './lib/run.mjs';

const { ensureNode, majors } = createRequire(import.meta.url)('./lib/nodes.js');

main(async () => {
  const variant = variantOfTests();
  provide([...(variant === 'asan' ? needs.fuzz : needs.native), ...needs.services]);
  ensurePackages('.', 'the build and the tests need them');
  for (const major of majors) ensureNode(major);
  buildAddon();
  await prebuild(`${process.platform}-${process.arch}`);
  buildNative(variant);
  const files = process.argv.slice(2);
  // Tests wait for programs and timers for much of their time.
  const concurrency = os.availableParallelism() + 1;
  const flags = ['--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`, '--test-timeout=600000'];
  run(process.execPath, [...flags, ...(files.length > 0 ? files : tests())]);
});
