import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parsePeer, parseTools } from '../../benchmarks/harness/tools.mjs';
import support from '../support/package.js';

const { root, temporaryFolder } = support;

const place = { node: 'node', root: '/root', driver: 'race.js', seed: 7, cwd: '/tmp' };

test('plain always comes first, once', () => {
  assert.deepEqual(parseTools('nacd-native,plain').map(({ name }) => name), ['plain', 'nacd-native']);
});

test('each word of a tool tells what it sets', () => {
  const [, tool] = parseTools('nacd-native:virtual/loop/reverse');
  assert.deepEqual(tool.command(place), ['node', '-r', '/root', 'race.js']);
  const { NACD_ENGINE, NACD_CLOCK, NACD_STRATEGY, NACD_SEED } = tool.env(7);
  assert.deepEqual([NACD_ENGINE, NACD_CLOCK, NACD_STRATEGY, NACD_SEED], ['loop', 'virtual', 'reverse', '7']);
});

test('what is not said stays at its default', () => {
  const [, tool] = parseTools('nacd-native:loop');
  assert.equal('NACD_STRATEGY' in tool.env(1), false);
});

test('an unknown tool is refused', () => {
  assert.throws(() => parseTools('nacd'), /no such tool/);
});

test('a peer gets the driver last, or where it says, and may quote', () => {
  assert.deepEqual(parsePeer('NACD=nacd plain2 node').command(place), ['nacd', 'plain2', 'node', 'race.js']);
  const quoted = parsePeer("x=sh -c 'node {driver}' {seed}");
  assert.deepEqual(quoted.command(place), ['sh', '-c', 'node race.js', '7']);
  assert.throws(() => parsePeer('nonsense'), /NAME=COMMAND/);
});

test('a wrong option, or a place where results can\'t be written, is told before anything is measured', (t) => {
  const folder = temporaryFolder(t, 'nacd-bench-out-');
  const file = path.join(folder, 'a file');
  fs.writeFileSync(file, '');
  for (const name of ['races', 'gates', 'replay', 'scaling', 'loop', 'hooks']) {
    const run = (...args) => spawnSync(process.execPath, [path.join(root, `benchmarks/${name}.mjs`), ...args], { encoding: 'utf8' });
    const wrong = run('--no-such-option');
    assert.deepEqual([wrong.status, wrong.stdout, wrong.stderr.split('\n')[0]], [2, '', "Unknown option '--no-such-option'"]);
    if (name === 'loop' || name === 'hooks') continue;
    const { status, stderr } = run('--out', path.join(file, 'results'));
    assert.deepEqual([status, stderr], [2, `--out ${file}/results: no folder to write to: a file is in the way\n`]);
  }
});
