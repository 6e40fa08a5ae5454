'use strict';
// Vendure as a server and a worker on one PostgreSQL. "traffic", as an argument, puts two products into one basket,
// "reset" puts the state back: the first one makes the database that the others copy.
const { fork } = require('node:child_process');
const fs = require('node:fs');

const { BASE_URL, DATABASE_URL, PORT } = process.env;
const DATABASE = 'shop';
const TEMPLATE = 'shop_template';
const CSV = `name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets
Lamp,lamp,a lamp,,,,,L1,10,standard,100,true,,
Book,book,a book,,,,,B1,5,standard,100,true,,
`;
const INITIAL = {
  defaultLanguage: 'en', defaultZone: 'Europe', taxRates: [{ name: 'Standard', percentage: 20 }], collections: [],
  shippingMethods: [{ name: 'Standard', price: 500 }], paymentMethods: [],
  countries: [{ name: 'Austria', code: 'AT', zone: 'Europe' }],
};

function configOf(port, synchronize) {
  const { DefaultJobQueuePlugin, DefaultLogger, LogLevel } = require('@vendure/core');
  const { hostname: host, port: ofDatabase, username } = new URL(DATABASE_URL);
  return {
    apiOptions: { port, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
    authOptions: { tokenMethod: ['bearer'] },
    dbConnectionOptions: { type: 'postgres', host, port: Number(ofDatabase), username, database: DATABASE, synchronize },
    paymentOptions: { paymentMethodHandlers: [] }, logger: new DefaultLogger({ level: LogLevel.Error }),
    plugins: [DefaultJobQueuePlugin],
  };
}

async function query(...statements) {
  const { Client } = require('pg');
  const client = new Client({ connectionString: DATABASE_URL });
  await client.connect();
  const results = [];
  for (const statement of statements) results.push(await client.query(statement));
  await client.end();
  return results.at(-1).rows;
}

async function populate() {
  const { bootstrap } = require('@vendure/core');
  const cli = require('@vendure/core/cli');
  await query(`CREATE DATABASE ${DATABASE}`);
  fs.writeFileSync('products.csv', CSV);
  const app = await cli.populate(() => bootstrap(configOf(0, true)), INITIAL, 'products.csv');
  await app.close();
  await query(`ALTER DATABASE ${DATABASE} RENAME TO ${TEMPLATE}`);
}

async function reset() {
  const known = await query(`SELECT FROM pg_database WHERE datname = '${TEMPLATE}'`);
  if (known.length === 0) await populate();
  await query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`, `CREATE DATABASE ${DATABASE} TEMPLATE ${TEMPLATE}`);
  process.exit();
}

async function work() {
  const worker = await require('@vendure/core').bootstrapWorker(configOf(0, false));
  await worker.startJobQueue();
}

async function traffic() {
  let token;
  for (const variant of [1, 2]) {
    const body = JSON.stringify({
      query: `mutation { addItemToOrder(productVariantId: "${variant}", quantity: 1) { ... on Order { totalQuantity } } }`,
    });
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const answer = await fetch(`${BASE_URL}/shop-api`, { method: 'POST', headers, body });
    token ??= answer.headers.get('vendure-auth-token');
    const { data } = await answer.json();
    if (data?.addItemToOrder.totalQuantity !== variant) console.error(`variant ${variant}: ${JSON.stringify(data)}`);
  }
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  await fetch(`${BASE_URL}/shop-api`, { method: 'POST', headers, body: '{"query":"{ activeOrder { totalQuantity } }"}' });
}

function start() {
  const children = ['work', 'serve'].map((verb) => fork(__filename, [verb]));
  process.on('SIGTERM', () => {
    for (const child of children) child.kill();
    process.exit();
  });
}

const serve = () => require('@vendure/core').bootstrap(configOf(Number(PORT), false));

const [verb] = process.argv.slice(2);
const run = { reset, serve, traffic, work }[verb] ?? start;
run();
