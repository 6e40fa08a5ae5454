'use strict';
// nacd requests, where a server is put under load before the requests that race.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { makeFolder, nacd } = require('../../support/cli.js');
const { installed } = require('../../support/installed.js');
const { root } = require('../../support/package.js');
const { startServices } = require('../../support/services.js');

const PACKAGES = { express: '5.3.0', pg: '8.23.1', ioredis: '6.0.0' };
const PRELOAD = path.join(root, 'lib', 'preload', 'start.js');
const SERVER = `
const express = require('express');
const { Pool } = require('pg');
const subject = require('./coupon.cjs');
const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const app = express().use(express.json());
subject.routes(app, pool);
pool.query(subject.tables).then(() => {
  const server = app.listen(0, '127.0.0.1', () => process.send(server.address().port));
});
`;
// The load is of another process than the server, as that of a load generator is.
const SUITE = `
const { fork } = require('node:child_process');
const { setTimeout: sleep } = require('node:timers/promises');
const server = fork('server.cjs');
server.once('message', async (port) => {
  const redeem = async (code) => {
    const headers = { 'content-type': 'application/json' };
    const url = 'http://127.0.0.1:' + port + '/redeem';
    return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ code, who: 'ann' }) })).status;
  };
  let left = 600;
  await Promise.all(Array.from({ length: 8 }, async () => { while (left-- > 0) await redeem('none'); }));
  await sleep(600);
  process.exitCode = [await redeem('X'), await redeem('X')].join() === '200,409' ? 0 : 1;
  server.kill();
});
`;

let services;
before(async () => { services = await startServices('postgres'); });
after(() => services?.stop());

test('a race after a load of which most is not recorded is proved', async (t) => {
  const folder = makeFolder(t);
  fs.symlinkSync(path.join(installed('requests-bench', PACKAGES), 'node_modules'), path.join(folder, 'node_modules'));
  fs.copyFileSync(path.join(root, 'benchmarks', 'requests', 'subjects', 'coupon.cjs'), path.join(folder, 'coupon.cjs'));
  for (const [name, text] of [['server.cjs', SERVER], ['suite.cjs', SUITE]]) fs.writeFileSync(path.join(folder, name), text);
  const env = { NACD_TEST_PRELOAD: PRELOAD, DATABASE_URL: services.urls.postgres };
  const { status, stdout, stderr } = await nacd(['requests', 'run', '--', 'node', 'suite.cjs'], { cwd: folder, env });
  assert.equal(status, 1, stdout + stderr);
  const [, more] = /^ {2}(\d+) more requests not recorded, because only a sample/m.exec(stdout) ?? [];
  assert.ok(Number(more) > 200 && Number(more) < 402, stdout);
  assert.match(stdout, /REQUEST RACE [0-9a-f]{6} {2}POST \/redeem succeeds twice on coupon code 'X', one by one once/);
  assert.match(stdout, / {3}proved 5 of 5$/m);
});
