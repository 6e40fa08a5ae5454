'use strict';
// Nothing is removed that nacd did not make.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, start, until } = require('../../support/cli.js');

const SCHEDULE = JSON.stringify({ format: 1, options: {}, delays: [] });

function folderWith(t, names) {
  const cwd = makeFolder(t, 'race.js');
  fs.writeFileSync(path.join(cwd, 's.json'), SCHEDULE);
  for (const name of names) {
    fs.mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
    fs.writeFileSync(path.join(cwd, name), 'mine');
  }
  return cwd;
}

for (const verb of ['replay', 'minimize', 'prove']) {
  test(`${verb} --out . leaves a folder "${verb}" of the user alone`, async (t) => {
    const cwd = folderWith(t, [`${verb}/notes.txt`]);
    const { status, stderr } = await nacd([verb, 's.json', '--out', '.', '--', 'node', 'race.js'], { cwd });
    assert.equal(fs.readFileSync(path.join(cwd, verb, 'notes.txt'), 'utf8'), 'mine');
    assert.equal(status, 2);
    assert.match(stderr, new RegExp(`${verb} was not made by nacd, so nacd does not replace it: choose another --out`));
  });
}

test('run --out . leaves a folder "runs" and a file campaign.json of the user alone', async (t) => {
  for (const name of ['runs/notes.txt', 'campaign.json']) {
    const cwd = folderWith(t, [name]);
    fs.writeFileSync(path.join(cwd, 'campaign.json'), name === 'campaign.json' ? '{"title":"mine"}' : '{"format":1}');
    const before = fs.readFileSync(path.join(cwd, name), 'utf8');
    const { status } = await nacd(['run', '-n', '1', '--out', '.', '--', 'node', 'race.js'], { cwd });
    assert.equal(fs.readFileSync(path.join(cwd, name), 'utf8'), before);
    assert.equal(status, 2);
  }
});

test('two replays at once have a folder each', async (t) => {
  const cwd = folderWith(t, []);
  fs.writeFileSync(path.join(cwd, 'wait.js'), "const fs = require('fs');\nfs.writeFileSync(`started-${process.pid}`, '');\n"
    + "const timer = setInterval(() => fs.existsSync('go') && clearInterval(timer), 20);\n");
  const args = ['replay', 's.json', '--', 'node', 'wait.js'];
  const replays = [start(args, { cwd }), start(args, { cwd })];
  await until(() => fs.readdirSync(cwd).filter((name) => name.startsWith('started-')).length === 2, 'start of both');
  assert.deepEqual(fs.readdirSync(path.join(cwd, '.nacd')).filter((name) => name.startsWith('replay')), ['replay', 'replay-2']);
  fs.writeFileSync(path.join(cwd, 'go'), '');
  for (const { ended } of replays) assert.equal((await ended).status, 0);
  assert.deepEqual(fs.readdirSync(path.join(cwd, '.nacd')).filter((name) => name.endsWith('.lock')), []);
});
