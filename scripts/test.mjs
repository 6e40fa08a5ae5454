// npm test: installs what is missing, builds, and runs all tests with Node's own test runner. Its summary comes last
// and covers everything: the native tests and the other versions of Node.js are tests among the others.
// npm test -- test/model/schema.test.js: these files only.
import { createRequire } from 'node:module';
import { buildAddon } from './lib/addon.mjs';
import { tests } from './lib/files.mjs';
import { buildNative } from './lib/native.mjs';
import { needs, provide } from './lib/needs.mjs';
import { ensurePackages } from './lib/npm.mjs';
import { prebuild } from './lib/prebuild.mjs';
import { main, run } from './lib/run.mjs';

const { ensureNode, majors } = createRequire(import.meta.url)('./lib/nodes.js');

main(() => {
  provide([...needs.native, ...needs.services]);
  ensurePackages('.', 'the build and the tests need them');
  for (const major of majors) ensureNode(major);
  buildAddon();
  prebuild(process.arch);
  buildNative('plain');
  const files = process.argv.slice(2);
  const flags = ['--test', '--test-reporter=spec', '--test-concurrency=2', '--test-timeout=600000'];
  run(process.execPath, [...flags, ...(files.length > 0 ? files : tests())]);
});
