'use strict';
// The users and the groups of a system belong together: each version has a folder, and a file names the valid one.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const { mkdir, readFile, rename, writeFile } = fs.promises;

if (isMainThread) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'cc20-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));
  let versions = 0;
  const save = async (users, groups) => {
    const version = `v${++versions}`;
    await mkdir(path.join(dir, version));
    await Promise.all([
      writeFile(path.join(dir, version, 'users.json'), JSON.stringify(users)),
      writeFile(path.join(dir, version, 'groups.json'), JSON.stringify(groups)),
    ]);
    await writeFile(path.join(dir, 'current.new'), version);
    await rename(path.join(dir, 'current.new'), path.join(dir, 'current'));
  };
  const worker = new Worker(__filename, { workerData: dir });
  const answers = [];
  worker.on('message', async (message) => {
    if (message !== 'ready') {
      answers.push(message);
      if (answers.length === 3) worker.postMessage(null);
      return;
    }
    await save({ kim: 'staff' }, ['staff']);
    worker.postMessage('kim');
    worker.postMessage('kim');
    await save({ kim: 'board' }, ['board']);
    worker.postMessage('kim');
  });
  worker.on('exit', () => {
    assert.strictEqual(answers.length, 3);
    for (const answer of answers) assert.match(answer, /^kim may enter as (staff|board)$/);
  });
} else {
  parentPort.on('message', async (user) => {
    if (user === null) return parentPort.close();
    const version = path.join(workerData, await readFile(path.join(workerData, 'current'), 'utf8'));
    const users = JSON.parse(await readFile(path.join(version, 'users.json'), 'utf8'));
    const groups = JSON.parse(await readFile(path.join(version, 'groups.json'), 'utf8'));
    const group = users[user];
    parentPort.postMessage(groups.includes(group) ? `${user} may enter as ${group}` : `${user}: no group ${group}`);
  });
  parentPort.postMessage('ready');
}
