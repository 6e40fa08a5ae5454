'use strict';
// A failure of a program with random file names comes back: its delays find their operations by call site.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');

const { makeFolder, nacd, readJson } = require('../../support/cli.js');

for (const engine of ['api', 'both']) {
  test(`a replay meets operations on files with random names: engine ${engine}`, async (t) => {
    const cwd = makeFolder(t, 'random-names.js');
    const preload = path.join(__dirname, '..', '..', '..', 'lib', 'index.js');
    const env = { NACD_TEST_PRELOAD: preload, NACD_ENGINE: engine };
    const args = ['run', '--seed', '1', '--strategy', 'uniform', '--mode', 'always', '--min-delay', '400'];
    const found = await nacd([...args, '--', 'node', 'random-names.js'], { cwd, env });
    assert.equal(found.status, 1, found.stdout + found.stderr);
    const [name] = fs.readdirSync(path.join(cwd, '.nacd/failures'));
    const { delays } = readJson(cwd, '.nacd/failures', name);
    assert.ok(delays.some(({ tier }) => tier === 'subject' || tier === 'site'), JSON.stringify(delays));
    const { stdout } = await nacd(['replay', '-n', '3'], { cwd, env });
    assert.match(stdout, new RegExp(`${delays.length} of ${delays.length} delays found their operation: .*by (call site|name)`));
    assert.match(stdout, /failed 3 of 3\n$/);
  });
}
