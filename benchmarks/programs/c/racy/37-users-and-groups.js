'use strict';
// The users and the groups of a system are in two files that belong together. A thread checks logins against both.
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');
const { Worker, isMainThread, parentPort, workerData } = require('worker_threads');

const { readFile, rename, writeFile } = fs.promises;

if (isMainThread) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'c37-'));
  process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

  const replace = async (name, value) => {
    await writeFile(path.join(dir, `${name}.new`), JSON.stringify(value));
    await rename(path.join(dir, `${name}.new`), path.join(dir, name));
  };
  const save = async (users, groups) => {
    await replace('users.json', users);
    await replace('groups.json', groups);
  };
  const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

  const worker = new Worker(__filename, { workerData: dir });
  const answers = [];
  worker.on('message', async (message) => {
    if (message !== 'ready') {
      answers.push(message);
      if (answers.length === 2) worker.postMessage(null);
      return;
    }
    await save({ kim: 'staff' }, ['staff']);
    worker.postMessage('kim');
    await sleep(220);
    await save({ kim: 'board' }, ['board']);
    await sleep(220);
    worker.postMessage('kim');
  });
  worker.on('exit', () => assert.deepStrictEqual(answers, ['kim may enter as staff', 'kim may enter as board']));
} else {
  parentPort.on('message', async (user) => {
    if (user === null) return parentPort.close();
    const users = JSON.parse(await readFile(path.join(workerData, 'users.json'), 'utf8'));
    const groups = JSON.parse(await readFile(path.join(workerData, 'groups.json'), 'utf8'));
    const group = users[user];
    parentPort.postMessage(groups.includes(group) ? `${user} may enter as ${group}` : `${user}: no group ${group}`);
  });
  parentPort.postMessage('ready');
}
