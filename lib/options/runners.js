'use strict';
// Every test runner that is known, as data. To add one, add an entry here: there is no other list.
//   name      as in package.json and on a command line; "node --test" is in no package
//   packages  beginnings of its files' paths below node_modules; the timers that they set limit tests
//   programs  further beginnings, of programs that run tests but set no limits
//   command   the command that `nacd init` proposes after "npx nacd run --"; `remark` is printed beside it
//   measures  it measures by its own clock, too, whether a test exceeds its limit: no limit can be extended
//   starts    its own process runs no test, it starts one process for each file with its time limit as `timeout`
//   separates its own process runs no test: Node.js starts one process for each file, as for node --test
//   output    the reader in lib/campaign/outputs that finds its failing tests
//   exit      the option that ends it although something keeps its process alive
//   only      the option that runs one test: `option`, then a regular expression for the full name; `told` lists what
//             does the same; isLast: the option stands behind the name, with "=", and its expression is for the
//             innermost name
//   watch     how it watches files and never ends: by one of `options`, by one of `verbs` as first word, or `always`;
//             not with a word of `unless`
//   hooks     the place of beforeEach and afterEach: the name of a global object, or a built-in module ("node:...")

const RUNNERS = [
  {
    name: 'mocha', packages: ['mocha/'], programs: ['_mocha/'], command: 'npx mocha', output: 'mocha', hooks: 'globalThis',
    exit: '--exit', watch: { options: ['--watch', '-w'] },
    only: { option: '-g', told: ['-g', '--grep', '-f', '--fgrep'] },
  },
  {
    name: 'jest', packages: ['jest/', 'jest-', '@jest/'], command: 'npx jest --runInBand',
    remark: 'workers follow too, one process is faster', output: 'jest', hooks: 'globalThis',
    exit: '--forceExit', watch: { options: ['--watch', '--watchAll'], unless: ['--no-watch'] },
    only: { option: '-t', told: ['-t', '--testNamePattern'] },
  },
  {
    name: 'vitest', packages: ['vitest/', '@vitest/'], programs: ['tinypool/'], command: 'npx vitest run --pool=forks',
    output: 'vitest', hooks: '__vitest_index__', measures: true,
    watch: { options: ['--watch', '-w'], verbs: ['watch', 'dev'], unless: ['run', '--run'] },
    only: { option: '-t', told: ['-t', '--testNamePattern'] },
  },
  { name: 'ava', packages: ['ava/'], command: 'npx ava', output: 'ava', watch: { options: ['--watch', '-w'] } },
  { name: 'tap', packages: ['tap/', 'libtap/', '@tapjs/'], output: 'tap', starts: true, watch: { options: ['--watch'] } },
  { name: 'tape', packages: ['tape/'], output: 'tap' },
  { name: 'brittle', packages: ['brittle/'], command: 'npx brittle', output: 'tap' },
  { name: 'jasmine', packages: ['jasmine/', 'jasmine-'], command: 'npx jasmine', output: 'jasmine', hooks: 'globalThis' },
  { name: 'uvu', packages: ['uvu/'], command: 'npx uvu', output: 'uvu' },
  { name: 'qunit', packages: ['qunit/'], command: 'npx qunit', output: 'tap', watch: { options: ['--watch', '-w'] } },
  { name: 'lab', packages: ['@hapi/lab/'], command: 'npx lab', output: 'lab' },
  {
    name: 'playwright test', packages: ['playwright/', '@playwright/test/'], command: 'npx playwright test',
    output: 'playwright', measures: true, only: { option: '-g', told: ['-g', '--grep'] },
  },
  {
    name: 'node --test', command: 'node --test', output: 'node-spec', hooks: 'node:test', exit: '--test-force-exit',
    watch: { options: ['--watch'] },
    only: { option: '--test-name-pattern', told: ['--test-name-pattern'], isLast: true },
  },
  { name: 'borp', packages: ['borp/'], command: 'npx borp', output: 'node-spec', separates: true, watch: { options: ['--watch', '-w'] } },
];

// Programs that start another one anew after each change of a file, as data.
//   watch     as above
const WATCHERS = [
  { name: 'nodemon', watch: { always: true } },
  { name: 'ts-node-dev', watch: { always: true } },
  { name: 'tsx', watch: { verbs: ['watch'] } },
];

// Programs that load or transform modules on the fly, as data. Their own work is no more tested than a runner's is.
//   packages  as above
const TRANSFORMERS = [
  { name: 'vite', packages: ['vite/', 'vite-node/', 'es-module-lexer/', 'rollup/', '@rollup/', 'rolldown/', '@rolldown/'] },
  { name: 'esbuild', packages: ['esbuild/', '@esbuild/'] },
  { name: 'babel', packages: ['@babel/', 'pirates/'] },
  { name: 'tsx', packages: ['tsx/'] },
  { name: 'ts-node', packages: ['ts-node/'] },
  { name: 'swc', packages: ['@swc/', '@swc-node/', 'swc-node/'] },
];

module.exports = { RUNNERS, TRANSFORMERS, WATCHERS };
