'use strict';
// Vendure as a server and a worker on one PostgreSQL. "traffic", as an argument, puts two products into one basket,
// "buy" lets two customers buy one product, and "reset" puts the state back: the first one makes the database that the
// others copy.
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
  shippingMethods: [{ name: 'Standard', price: 500 }],
  paymentMethods: [{
    name: 'Standard',
    handler: { code: 'dummy-payment-handler', arguments: [{ name: 'automaticSettle', value: 'true' }] },
  }],
  countries: [{ name: 'Austria', code: 'AT', zone: 'Europe' }],
};

function configOf(port, synchronize) {
  const { DefaultJobQueuePlugin, DefaultLogger, LogLevel, dummyPaymentHandler } = require('@vendure/core');
  const { hostname: host, port: ofDatabase, username } = new URL(DATABASE_URL);
  return {
    apiOptions: { port, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
    authOptions: { tokenMethod: ['bearer'] },
    dbConnectionOptions: { type: 'postgres', host, port: Number(ofDatabase), username, database: DATABASE, synchronize },
    paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
    logger: new DefaultLogger({ level: LogLevel.Error }),
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

// Returns a function that sends one query of a customer, and fails if the answer does not have `expected`.
function customer() {
  let token;
  return async (query, expected = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
    const body = JSON.stringify({ query });
    const answer = await fetch(`${BASE_URL}/shop-api`, { method: 'POST', headers, body });
    token ??= answer.headers.get('vendure-auth-token');
    const text = await answer.text();
    if (!text.includes(expected)) console.error(`${query}: ${text}`);
  };
}

const added = (variant) =>
  `mutation { addItemToOrder(productVariantId: "${variant}", quantity: 1) { ... on Order { totalQuantity } } }`;

async function traffic() {
  const ask = customer();
  for (const variant of [1, 2]) await ask(added(variant), `"totalQuantity":${variant}`);
  await ask('{ activeOrder { totalQuantity } }');
}

async function buy() {
  const order = '{ ... on Order { state } }';
  for (const name of ['ann', 'bob']) {
    const ask = customer();
    await ask(added(1), '"totalQuantity":1');
    const person = `{ emailAddress: "${name}@example.org", firstName: "${name}", lastName: "Test" }`;
    await ask(`mutation { setCustomerForOrder(input: ${person}) ${order} }`, 'AddingItems');
    const address = `{ fullName: "${name}", streetLine1: "Street 1", countryCode: "AT" }`;
    await ask(`mutation { setOrderShippingAddress(input: ${address}) ${order} }`, 'AddingItems');
    await ask(`mutation { setOrderShippingMethod(shippingMethodId: ["1"]) ${order} }`, 'AddingItems');
    await ask(`mutation { transitionOrderToState(state: "ArrangingPayment") ${order} }`, 'ArrangingPayment');
    await ask(`mutation { addPaymentToOrder(input: { method: "standard", metadata: {} }) ${order} }`, 'PaymentSettled');
  }
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
const run = { buy, reset, serve, traffic, work }[verb] ?? start;
run();
