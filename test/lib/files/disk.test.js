'use strict';
// Fills the disk before the first run or during one. One line is printed, and nothing is counted or half-written.
const assert = require('node:assert/strict');
const { spawn, spawnSync } = require('node:child_process');
const { test } = require('node:test');

const { MAIN, cleanEnv, makeFolder } = require('../../support/cli.js');

// Mounts a small disk that only this command and its children see. Prints the files on it at the end.
const ON_SMALL_DISK = 'mkdir disk && mount -t tmpfs -o size=6m tmpfs disk && { eval "$1"; shift; node "$@"; '
  + 'status=$?; find disk -type f ! -path "disk/fill" | sort; node -e "$REPORT"; exit $status; }';
const STATES = "try { const { state, runs } = JSON.parse(fs.readFileSync('disk/out/campaign.json'));"
  + ' console.log(state, runs.length) } catch (error) { console.log(error.code) }';

const mounts = ['unshare', process.getuid?.() === 0 ? '-m' : '-Urm', 'sh', '-c'];
const works = spawnSync(mounts[0], [...mounts.slice(1), 'mount -t tmpfs tmpfs /mnt']).status === 0;
const options = works ? {} : { skip: 'no disk of its own can be mounted here' };

function onSmallDisk(cwd, before, args) {
  const child = spawn(mounts[0], [...mounts.slice(1), ON_SMALL_DISK, 'sh', before, MAIN, ...args], {
    cwd, env: cleanEnv({ REPORT: STATES }), stdio: ['ignore', 'pipe', 'pipe'],
  });
  const text = { stdout: '', stderr: '' };
  for (const name of Object.keys(text)) child[name].on('data', (chunk) => { text[name] += chunk; });
  return new Promise((resolve) => { child.on('close', (status) => resolve({ status, ...text })); });
}

const RUN = ['run', '--out', 'disk/out', '-n', '3', '--seed', '1', '--', 'node'];

test('a full disk is reported before any run, and nothing is written to it', options, async (t) => {
  const cwd = makeFolder(t, 'steady.js');
  const { status, stdout, stderr } = await onSmallDisk(cwd, 'head -c 5m /dev/zero > disk/fill', [...RUN, 'steady.js']);
  assert.match(stderr, /^nacd: the disk of .*disk\/out is full: [^\n]*\n$/);
  assert.equal(stdout, 'ENOENT\n');
  assert.equal(status, 2);
});

test('a disk that a run fills ends the campaign; that run is not counted', options, async (t) => {
  const cwd = makeFolder(t, 'floods.js');
  const { status, stdout, stderr } = await onSmallDisk(cwd, ':', [...RUN, 'floods.js']);
  assert.match(stderr, /^nacd: the disk of .*disk\/out\/runs\/0001 is full: [^\n]*\n$/);
  assert.match(stdout, /passed in .*\n/);
  assert.doesNotMatch(stdout, /runs\/0001|tmp|FAILED/);
  assert.match(stdout, /disk\/out\/runs\/baseline\/run\.json\n(.*\n)*broken 0\n$/);
  assert.equal(status, 2);
});

test('verbs that need room report it, too', options, async (t) => {
  const cwd = makeFolder(t, 'race.js');
  const fill = `node ${MAIN} run --quiet --out disk/out --seed 1 -- node race.js; cat /dev/zero > disk/fill`;
  for (const verb of ['replay', 'minimize', 'prove']) {
    const { status, stderr } = await onSmallDisk(makeFolder(t, 'race.js'), fill, [verb, 'disk/out', '--out', 'disk/out']);
    assert.match(stderr, /nacd: the disk of .*disk\/out is full: [^\n]*\n$/);
    assert.equal(status, 2, verb);
  }
  const report = await onSmallDisk(cwd, fill, ['report', 'disk/out']);
  assert.match(report.stderr, /nacd: cannot write .*report\.html.*: ENOSPC[^\n]*\n$/);
  assert.doesNotMatch(report.stdout, /report\.html/);
  assert.equal(report.status, 2);
});
