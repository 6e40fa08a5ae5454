'use strict';
// Programs that load TypeScript: their own work is not delayed, and a race of the program shows.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { execute, readTraces, root } = require('../src/hooks/harness.js');
const { installed } = require('../support/installed.js');
const { temporaryFolder } = require('../support/package.js');

const PACKAGES = { 'tsx': '4.23.15', 'ts-node': '10.9.2', '@swc-node/register': '1.12.1', '@swc/core': '1.16.22' };
const COMMANDS = {
  'tsx': ({ bin }) => [bin('tsx/dist/cli.mjs')],
  '--import tsx': () => ['--import', 'tsx'],
  'ts-node': () => ['-r', 'ts-node/register/transpile-only'],
  'swc': () => ['-r', '@swc-node/register'],
};

function prepare() {
  const folder = installed('typescript', PACKAGES);
  const typescript = path.join(folder, 'node_modules', 'typescript');
  fs.rmSync(typescript, { recursive: true, force: true }); // they may have brought a version that they cannot use
  fs.symlinkSync(path.dirname(require.resolve('typescript/package.json')), typescript);
  const program = path.join(folder, 'program');
  fs.cpSync(path.join(__dirname, '..', 'fixtures', 'runners', 'typescript'), program, { recursive: true });
  return { program, bin: (file) => path.join(folder, 'node_modules', file) };
}

test('programs that load TypeScript', async (t) => {
  const { program, bin } = prepare();
  for (const [name, command] of Object.entries(COMMANDS)) {
    await t.test(name, async (t) => {
      const run = (settings) => execute(process.execPath, [...command({ bin }), 'race.ts'], {
        cwd: program, env: { NODE_OPTIONS: `-r ${root}`, NACD_SEED: '1', ...settings }, timeout: 120_000,
      });
      const plain = await run({ NACD_MODE: 'never' });
      assert.equal(plain.stdout, 'look,time\n', plain.stderr);
      const trace = path.join(temporaryFolder(t, 'nacd-typescript-'), 'trace');
      const settings = { NACD_MODE: 'always', NACD_MIN_DELAY: '400', NACD_MAX_DELAY: '500', NACD_TRACE: trace };
      const { stdout, stderr } = await run(settings);
      assert.equal(stdout, 'time,look\n', stderr);
      const operations = readTraces(trace).flatMap((one) => one.operations);
      const delayed = operations.filter(({ delay }) => delay !== undefined).map((one) => one.name);
      assert.deepEqual(delayed.filter((one) => /node_modules/.test(one)), []);
    });
  }
});
