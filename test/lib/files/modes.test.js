'use strict';
// The results have what a program sent and printed: after each verb only the user can read them, on any umask.
const assert = require('node:assert/strict');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { Store } = require('../../../lib/files/store.js');
const { ANY_FILE, writeWhole } = require('../../../lib/files/disk.js');
const { writeCandidates } = require('../../../lib/requests/candidates/find.js');
const { makeFolder, nacd } = require('../../support/cli.js');

const isPosix = { skip: process.platform === 'win32' };
const modeOf = (file) => (fs.statSync(file).mode & 0o777).toString(8);

function* below(folder) {
  yield folder;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* below(file);
    else yield file;
  }
}

// Returns the files and folders that others may read.
function openIn(folder) {
  const wanted = (file) => (fs.statSync(file).isDirectory() ? '700' : '600');
  return [...below(folder)].filter((file) => modeOf(file) !== wanted(file)).map((file) => `${path.relative(folder, file)} ${modeOf(file)}`);
}

async function withOpenMask(action) {
  const before = process.umask(0o022);
  try {
    return await action();
  } finally {
    process.umask(before);
  }
}

test('a campaign, minimize, replay, prove and report leave nothing that others can read', isPosix, () => withOpenMask(async () => {
  const cwd = makeFolder({ after: (action) => process.on('exit', action) }, 'race.js');
  const out = path.join(cwd, '.nacd');
  const verbs = [['run', '--seed', '1', '-n', '2', '--', 'node', 'race.js'], ['minimize'], ['replay'], ['prove'], ['report'],
    ['report', '--format', 'junit']];
  for (const args of verbs) {
    await nacd(args, { cwd });
    assert.deepEqual(openIn(out), [], args[0]);
  }
  assert.ok(['campaign.json', 'report.html', 'junit.xml', 'failures', 'minimize', 'replay', 'prove', 'runs/0001/stdout', 'runs/0001/trace']
    .every((name) => fs.existsSync(path.join(out, name))), 'each verb has written');
  await nacd(['report', '-o', 'elsewhere.html'], { cwd });
  assert.equal(modeOf(path.join(cwd, 'elsewhere.html')), '644', 'a report elsewhere is a file of the project');
}));

test('parts of other machines become private when they are joined', isPosix, () => withOpenMask(async () => {
  const cwd = makeFolder({ after: (action) => process.on('exit', action) }, 'race.js');
  for (const part of [1, 2]) {
    await nacd(['run', '--seed', '1', '-n', '2', '--shard', `${part}/2`, '--out', `part-${part}`, '--', 'node', 'race.js'], { cwd });
    for (const file of below(path.join(cwd, `part-${part}`))) fs.chmodSync(file, fs.statSync(file).isDirectory() ? 0o755 : 0o644);
  }
  await nacd(['merge', 'part-1', 'part-2'], { cwd });
  assert.ok(fs.readdirSync(path.join(cwd, '.nacd/runs')).length > 1);
  assert.deepEqual(openIn(path.join(cwd, '.nacd')), []);
}));

test('candidates, which have the keys and literals of requests, are private', isPosix, (t) => withOpenMask(async () => {
  const out = makeFolder(t);
  fs.mkdirSync(path.join(out, 'requests'));
  writeCandidates(out, { candidates: [] }, []);
  assert.equal(modeOf(path.join(out, 'requests/candidates.json')), '600');
  writeWhole(path.join(out, 'test.js'), '', { mode: ANY_FILE });
  assert.equal(modeOf(path.join(out, 'test.js')), '644', 'the control is a file of the project');
}));

test('git sees the kept failures and nothing else of .nacd; a .gitignore of the user stays', async (t) => {
  const cwd = makeFolder(t);
  const git = (...args) => execFileSync('git', args, { cwd, encoding: 'utf8' });
  git('init', '-q');
  const out = path.join(cwd, '.nacd');
  const open = async () => (await Store.open(out)).close();
  await open();
  for (const name of ['runs/0001/run.json', 'requests/candidates.json', 'report.html', 'failures/1f03aa.json', 'failures/.lock']) {
    fs.mkdirSync(path.dirname(path.join(out, name)), { recursive: true });
    fs.writeFileSync(path.join(out, name), '{}');
  }
  const seen = () => git('ls-files', '--others', '--exclude-standard').trim().split('\n').sort();
  assert.deepEqual(seen(), ['.nacd/.gitignore', '.nacd/failures/1f03aa.json']);
  fs.writeFileSync(path.join(out, '.gitignore'), 'mine\n');
  await open();
  assert.equal(fs.readFileSync(path.join(out, '.gitignore'), 'utf8'), 'mine\n');
});

test('a folder of the user that gets the results is not ignored as a whole', async (t) => {
  const cwd = makeFolder(t);
  fs.writeFileSync(path.join(cwd, 'own.txt'), '');
  (await Store.open(cwd)).close();
  assert.ok(!fs.existsSync(path.join(cwd, '.gitignore')));
  const fresh = path.join(cwd, 'results');
  (await Store.open(fresh)).close();
  assert.ok(fs.existsSync(path.join(fresh, '.gitignore')), 'the control is a folder that nacd has made');
});
