'use strict';
// Notifications of PostgreSQL, and jobs that lie in its tables, belong to the request that sends them.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { linesOf, record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

const PACKAGES = {
  'pg-boss': { 'pg': '8.23.1', 'pg-boss': '10.4.2' }, 'graphile-worker': { 'pg': '8.23.1', 'graphile-worker': '0.17.3' },
};

let services;
before(async () => { services = await startServices('postgres'); });
after(() => services?.stop());

// Returns the targets of the requests to whose flows the inserts into `seen` belong, and the ids of messages by how.
function belongings({ of, recorded }) {
  const requests = of('request');
  const senders = new Map(requests.filter(({ method }) => method === 'GET').map(({ flow, target }) => [flow, target]));
  const flows = new Map(requests.map(({ request, flow }) => [request, senders.get(flow)]));
  const inserts = of('operation').filter(({ statement }) => statement.startsWith('INSERT INTO seen'));
  const messages = recorded.flatMap(linesOf).filter(({ type, queue }) => type === 'message' && /^channel|mails$/.test(queue));
  const ids = (how) => messages.filter((one) => one.how === how).map(({ id }) => id).sort();
  return { inserts: inserts.map(({ request }) => flows.get(request)), sent: ids('send'), done: ids('done') };
}

test('a notification belongs to the request that sends it, by a statement or a trigger, for each listener', async (t) => {
  const packages = installed('requests-pg', { express: '4.22.3', pg: '8.23.1' });
  const env = { DATABASE_URL: services.urls.postgres };
  const recording = await record(t, packages, 'notices.js', { env, helpers: ['sender.js'] });
  const paths = ['/call', '/command', '/committed', '/rolled-back', '/7', '/made'];
  assert.deepEqual(JSON.parse(recording.stdout), Object.fromEntries(paths.map((path) => [path, 2])));
  const { inserts, sent, done } = belongings(recording);
  assert.deepEqual(inserts, paths.flatMap((path) => [path, path]));
  // Equal ones of a transaction are one; the one that is rolled back is heard by nobody.
  assert.equal(sent.length, paths.length + 1);
  assert.equal(new Set(done).size, paths.length);
});

for (const [driver, versions] of Object.entries(PACKAGES)) {
  test(`${driver}: a job belongs to the request that adds it, also when it is tried again`, async (t) => {
    const packages = installed(`requests-${driver}`, versions);
    const env = { DRIVER: driver, DATABASE_URL: services.urls.postgres };
    const recording = await record(t, packages, 'table-jobs.js', { env, helpers: ['sender.js'] });
    const paths = ['/one', '/retried', '/retried', '/inserted'];
    const seen = JSON.parse(/^seen (.*)$/m.exec(recording.stdout)[1]);
    assert.deepEqual(seen, paths.map((path) => (path === '/one' ? { path, more: { b: 1, a: 2 } } : { path })));
    const { inserts, sent, done } = belongings(recording);
    assert.deepEqual(inserts, paths);
    // Each is done once, after its last attempt; one of graphile-worker is rolled back.
    assert.equal(sent.length, driver === 'pg-boss' ? 3 : 4);
    assert.deepEqual(done, sent.slice(-3));
    // The packages' own statements are none of a request.
    const isOwn = (statement) => /^(?:INSERT INTO seen|BEGIN|ROLLBACK)/.test(statement);
    const ofRequests = recording.of('operation').filter(({ request }) => request !== undefined);
    assert.deepEqual(ofRequests.map(({ statement }) => statement).filter((one) => !isOwn(one)), []);
  });
}
