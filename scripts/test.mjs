// npm test: installs missing packages, builds, and runs all tests with Node's own test runner. The native tests and the
// tests on other versions of Node.js are part of that run, so one summary at its end covers everything.
// npm test -- test/model/schema.test.js runs this file only.
import os from 'node:os';
import { tests } from './lib/files.mjs';
import { prepareTests } from './lib/prepare.mjs';
import { demandRoom } from './lib/room.mjs';
import { main, run } from './lib/run.mjs';

main(async () => {
  const files = process.argv.slice(2);
  if (files.length === 0) demandRoom();
  await prepareTests();
  // Tests wait for programs and timers for half of their time.
  const concurrency = 2 * os.availableParallelism();
  const flags = ['--test', '--test-reporter=spec', `--test-concurrency=${concurrency}`, '--test-timeout=600000'];
  run(process.execPath, [...flags, ...(files.length > 0 ? files : tests())]);
});
