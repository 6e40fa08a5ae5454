// npm run test:load: runs the tests again and again while other programs compute, and says which tests failed. A test
// that fails only then depends on time.
// npm run test:load -- --times 10 --programs 2 [--out DIR] [FILE...]: by default all tests, which it builds first. The
// results of each time go to DIR (build/load).
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { tests } from './lib/files.mjs';
import { prepareTests } from './lib/prepare.mjs';
import { CommandFailed, Failure, main, root } from './lib/run.mjs';

// Ends with this process, however that ends.
const COMPUTES = 'const { ppid } = process; while (process.ppid === ppid);';

function read(args) {
  const options = {
    times: { type: 'string', default: '10' },
    programs: { type: 'string', default: '2' },
    out: { type: 'string', default: path.join(root, 'build', 'load') },
  };
  const { values: { out, ...counts }, positionals } = parseArgs({ args, options, allowPositionals: true });
  const numbers = Object.entries(counts).map(([name, text]) => {
    const number = Number(text);
    if (Number.isInteger(number) && number > 0) return [name, number];
    throw Object.assign(new Failure(`--${name} ${text}: a whole number above 0 is needed`), { status: 2 });
  });
  return { ...Object.fromEntries(numbers), folder: out, files: positionals };
}

// Returns the names of the tests that failed, innermost only. The result of an outer test comes after its inner ones.
function failedIn(tap) {
  const results = tap.split('\n').map((line) => /^( *)(not )?ok \d+ - (.*)$/.exec(line)).filter(Boolean)
    .map(([, indent, not, name]) => ({ depth: indent.length, failed: not !== undefined, name: name.replace(/ # .*/, '') }));
  const hasFailedInside = (outer, at) => {
    const before = results.slice(0, at);
    const last = before.findLastIndex(({ depth }) => depth <= outer.depth);
    return before.slice(last + 1).some(({ failed }) => failed);
  };
  return results.filter((one, at) => one.failed && !hasFailedInside(one, at)).map(({ name }) => name);
}

function runOnce(files, log) {
  const flags = ['--test', '--test-reporter=tap', '--test-concurrency=2', '--test-timeout=1800000'];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const options = { cwd: root, env, encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'inherit'] };
  const result = spawnSync(process.execPath, [...flags, ...files], options);
  if (result.error) throw new CommandFailed(process.execPath, flags, result);
  fs.writeFileSync(log, result.stdout);
  return result.status === 0 ? [] : failedIn(result.stdout);
}

function runAll({ times, files, folder }) {
  fs.mkdirSync(folder, { recursive: true });
  const counts = new Map();
  for (let time = 1; time <= times; time++) {
    const log = path.join(folder, `${time}.tap`);
    const began = performance.now();
    const failed = runOnce(files, log);
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(`${time} of ${times}: ${failed.length} failed, ${seconds} s${failed.length > 0 ? `, ${path.relative(root, log)}` : ''}`);
    for (const name of failed) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  for (const [name, count] of counts) console.log(`${String(count).padStart(4)} times: ${name}`);
  return counts.size;
}

main(async () => {
  const { programs, files, ...others } = read(process.argv.slice(2));
  if (files.length === 0) await prepareTests();
  const busy = Array.from({ length: programs }, () => spawn(process.execPath, ['-e', COMPUTES], { stdio: 'ignore' }));
  try {
    const failed = runAll({ ...others, files: files.length > 0 ? files : tests() });
    if (failed > 0) throw new Failure(`${failed} tests failed while ${programs} other programs computed`);
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
});
