'use strict';
// A tool that is killed leaves no process.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, start, until } = require('../../support/cli.js');

const WAITS = "require('fs').writeFileSync('pid', String(process.pid));\nsetInterval(() => {}, 1000);\n";

function isRunning(pid) {
  try {
    return !/\) [ZX]/.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

for (const [how, command] of Object.entries({
  'a run': ['node', 'waits.js'],
  'a run in a session of its own': ['setsid', '--wait', 'node', 'waits.js'],
})) {
  test(`${how} ends with a tool that is killed`, { skip: process.platform !== 'linux' && 'needs /proc' }, async (t) => {
    const cwd = makeFolder(t);
    fs.writeFileSync(path.join(cwd, 'waits.js'), WAITS);
    const tool = start(['run', '--', ...command], { cwd });
    const pid = Number(await until(() => fs.existsSync(path.join(cwd, 'pid')) && fs.readFileSync(path.join(cwd, 'pid'), 'utf8'), 'run'));
    assert.ok(isRunning(pid));
    tool.kill('SIGKILL');
    await until(() => !isRunning(pid), 'end of the run');
    await tool.ended;
  });
}
