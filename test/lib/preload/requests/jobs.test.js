'use strict';
// Jobs of BullMQ belong to the flow of the request that adds them.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { after, before, test } = require('node:test');
const { makeFolder, nacd, readJson } = require('../../../support/cli.js');
const { installed } = require('../../../support/installed.js');
const { root } = require('../../../support/package.js');
const { record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

const VERSIONS = {
  5: () => installed('requests-bullmq', { bullmq: '5.81.5' }),
  6: () => installed('queue', { bullmq: '6.7.0', ioredis: '5.11.1' }),
};
const WAYS = ['once', 'counter', 'retried', 'named', 'bulk', 'tree', 'file'];
// Jobs of each way in the order of their processing; one that is tried again counts twice.
const PROCESSED = {
  once: ['once'], counter: ['counter'], retried: ['retried', 'retried'], named: ['named'], bulk: ['bulk', 'bulk'],
  tree: ['child', 'parent'], file: ['file', 'file'], // a file is processed in another process, which gets messages by process.send, too
};

let services;
before(async () => { services = await startServices('redis'); });
after(() => services?.stop());

for (const [version, packages] of Object.entries(VERSIONS)) {
  test(`BullMQ ${version}: what a job does is of the flow that adds it, in any process, and no job shows it`, async (t) => {
    const env = { REDIS_URL: services.urls.redis, JOBS: WAYS.map((way) => `/${way}`).join(' ') };
    const { traces, stdout } = await record(t, packages(), 'jobs.cjs', { env });
    assert.doesNotMatch(stdout, /nacd/);
    assert.deepEqual(JSON.parse(stdout).retried, {
      data: { by: 1 }, opts: { attempts: 2, backoff: { type: 'fixed', delay: 5 } },
    });

    const requests = traces.flatMap((lines) => lines.filter(({ type }) => type === 'request'));
    const senders = new Map(requests.filter(({ method }) => method === 'POST').map(({ flow, target }) => [flow, target.slice(1)]));
    const processed = Object.fromEntries(WAYS.map((way) => [way, []]));
    for (const { handler, flow, method, via } of requests) {
      if (method === 'MESSAGE' && via !== 'process') processed[senders.get(flow)].push(handler.split('/').at(-1));
    }
    assert.deepEqual(processed, PROCESSED);

    // The file's process has operations of its own.
    const inFile = traces.find((lines) => lines.some(({ statement }) => statement === 'SET seen:file ?'));
    const { request } = inFile.find(({ statement }) => statement === 'SET seen:file ?');
    const { flow } = inFile.find((line) => line.type === 'request' && line.request === request);
    assert.equal(senders.get(flow), 'file');
    // Commands of the package itself are no operations of a request that adds jobs.
    const sender = traces.find((lines) => lines.some(({ method }) => method === 'POST'));
    assert.deepEqual(sender.filter((line) => line.type === 'operation' && line.request !== undefined), []);
  });
}

// Sends the requests in JOBS, and proves their races.
function proving(t) {
  const folder = makeFolder(t);
  fs.symlinkSync(path.join(VERSIONS[6](), 'node_modules'), path.join(folder, 'node_modules'));
  fs.copyFileSync(path.join(root, 'test', 'fixtures', 'requests', 'jobs.cjs'), path.join(folder, 'jobs.cjs'));
  const preload = path.join(root, 'lib', 'preload', 'start.js');
  const run = (JOBS) => nacd(['requests', 'run', '--', 'node', 'jobs.cjs'], {
    cwd: folder, env: { NACD_TEST_PRELOAD: preload, REDIS_URL: services.urls.redis, JOBS },
  });
  return { run, report: () => readJson(folder, '.nacd', 'requests.json') };
}

test('two jobs that lose an update are proved by holding one after the answers; jobs that count are silent', async (t) => {
  const { run } = proving(t);
  const { status, stdout, stderr } = await run('/once');
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /an update of seats is lost: value is .8., one by one .7. {3}proved 5 of 5$/m);
  const fixed = await run('/counter');
  assert.equal(fixed.status, 0, fixed.stdout + fixed.stderr);
});

test('jobs that are added long after the answer, and take long, are waited for', async (t) => {
  const { run, report } = proving(t);
  const { status, stdout, stderr } = await run('/late');
  assert.equal(status, 1, stdout + stderr);
  assert.match(stdout, /an update of seats is lost: value is .8., one by one .7. {3}proved 5 of 5$/m);
  // The order the other way round shows the same race, so it is not repeated.
  const { races, covered, runs } = report();
  assert.deepEqual([races.length, covered], [1, 1]);
  assert.ok(runs - races[0].runs < 5, `${runs} runs, ${races[0].runs} of them for the race`);
});
