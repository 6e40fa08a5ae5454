// npm run test:platforms [here|musl|windows...]: runs the tests that hold on every system, on the binaries of
// prebuilds/: "here" on this Node.js, "musl" on one for musl, "windows" on those for Windows under Wine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ensureMuslNode } from './cross/runtimes/musl.mjs';
import { MAJORS, ensureWindowsNode } from './cross/runtimes/windows.mjs';
import { Failure, main, root } from './lib/run.mjs';

// The hooks, engine api: all that is decided, delayed, traced and repeated.
const HOOKS = ['forms-calls', 'forms-fs', 'forms-network', 'forms-promises', 'forms-streams', 'meaning', 'once', 'order', 'timers'];
const TESTS = [
  ...HOOKS.map((name) => `test/src/hooks/${name}.test.js`),
  'test/lib/cli/verbs.test.js', 'test/lib/cli/replay.test.js', 'test/lib/names/slashes.test.js',
];
const LOOP = ['engine', 'clock', 'descriptors', 'batch', 'at-once'].map((name) => `test/src/loop/${name}.test.mjs`);

// Tests that plain Node.js fails under Wine as well.
const WINE_LACKS = ['fetch is delayed as a whole, its sockets are not; the server has its own'];

function summaryOf(text) {
  return ['pass', 'fail', 'skipped'].map((word) => `${/^# (?:pass|fail|skipped) \d+/m.test(text)
    ? new RegExp(`^# ${word} (\\d+)`, 'm').exec(text)?.[1] : '?'} ${word}`).join(', ');
}

// Wine gives no pipe of this system to a program, so the output goes into a file.
function runTests(name, { command, files, env, lacks = [] }) {
  const output = path.join(root, '.cache', `tests-${name}.log`);
  fs.mkdirSync(path.dirname(output), { recursive: true });
  const fd = fs.openSync(output, 'w');
  const began = performance.now();
  const args = [...command.slice(1), '--test', '--test-concurrency=2', '--test-reporter=tap', ...files];
  const { status } = spawnSync(command[0], args, { cwd: root, stdio: ['ignore', fd, fd], env: { ...process.env, ...env } });
  fs.closeSync(fd);
  const text = fs.readFileSync(output, 'utf8');
  const failed = text.split('\n').filter((line) => /^\s*not ok/.test(line));
  const isLack = (line) => lacks.some((title) => line.endsWith(` - ${title}`));
  for (const line of failed.slice(0, 20)) console.log(`${line}${isLack(line) ? ' (plain Node.js fails there, too)' : ''}`);
  console.log(`${name}: ${summaryOf(text)}, ${Math.round((performance.now() - began) / 1000)} s (${path.relative(root, output)})`);
  return status === 0 || (failed.length > 0 && failed.every(isLack));
}

const WHERE = {
  here: () => [['here', { command: [process.execPath], files: TESTS }]],
  musl() {
    const { binary, env } = ensureMuslNode();
    return [['musl', { command: [binary], files: [...TESTS, ...LOOP], env }]];
  },
  windows: () => MAJORS.map((major) => {
    const { wine, binary, env } = ensureWindowsNode(major);
    return [`windows-${major}`, { command: [wine, binary], files: TESTS, env, lacks: WINE_LACKS }];
  }),
};

main(() => {
  const asked = process.argv.slice(2);
  const unknown = asked.find((name) => !WHERE[name]);
  if (unknown) throw new Failure(`no platform ${unknown}; allowed are ${Object.keys(WHERE).join(', ')}`);
  const runs = (asked.length > 0 ? asked : ['musl', 'windows']).flatMap((name) => WHERE[name]());
  const failed = runs.filter(([name, settings]) => !runTests(name, settings));
  if (failed.length > 0) throw new Failure(`tests fail: ${failed.map(([name]) => name).join(', ')}`);
});
