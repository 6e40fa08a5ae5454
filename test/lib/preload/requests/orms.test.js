'use strict';
// Call sites of statements that an ORM makes.
const assert = require('node:assert/strict');
const { after, before, test } = require('node:test');
const { installed } = require('../../../support/installed.js');
const { record } = require('../../../support/recorded.js');
const { startServices } = require('../../../support/services.js');

const PACKAGES = { pg: '8.23.1', knex: '3.3.0', objection: '3.1.5', sequelize: '6.37.8', typeorm: '1.1.1' };
const DRIZZLE = { pg: PACKAGES.pg, 'drizzle-orm': '0.45.4' };
const KYSELY = { pg: PACKAGES.pg, kysely: '0.28.19' };
const LINES = {
  drizzle: ['45', '46', '48'], knex: ['14', '15', '17'], kysely: ['75', '76', '78'], sequelize: ['28', '29', '31'],
  typeorm: ['61', '62', '64'],
};
const TRANSACTIONS = { drizzle: '47', knex: '16', kysely: '77', sequelize: '30', typeorm: '63' };
const CONTROL = /^(?:begin|start|commit)\b/i;

let packages;
let services;
before(async () => {
  packages = installed('requests-orms', PACKAGES);
  services = await startServices('postgres');
});
after(() => services?.stop());

for (const [orm, lines] of Object.entries(LINES)) {
  test(`${orm}: reads, writes and transactions have the lines of the user's calls`, async (t) => {
    const apart = { drizzle: DRIZZLE, kysely: KYSELY }[orm];
    const own = apart ? installed(`requests-${orm}`, apart) : packages;
    const { of } = await record(t, own, 'orms.js', { env: { ORM: orm, DATABASE_URL: services.urls.postgres } });
    const operations = of('operation').filter(({ request, effects }) => request === 1 && effects.length > 0);
    assert.deepEqual(operations.map(({ site }) => site?.split(':')[1]), lines);
    assert.deepEqual(operations[0].effects[0].keys, { id: ['1'] });
    assert.equal(operations[2].transaction, 1);
    const control = of('operation').filter(({ request, statement }) => request === 1 && CONTROL.test(statement));
    assert.deepEqual(control.map(({ site }) => site?.split(':')[1]), [TRANSACTIONS[orm], TRANSACTIONS[orm]]);
  });
}

test('a query that is returned has the line where it is made', async (t) => {
  const { of } = await record(t, packages, 'returned-query.js', { env: { DATABASE_URL: services.urls.postgres } });
  const sites = of('operation').filter(({ request, effects }) => request === 1 && effects.length > 0).map(({ site }) => site);
  assert.deepEqual(sites.map((site) => site?.split(':')[1]), ['13', '14']);
});
