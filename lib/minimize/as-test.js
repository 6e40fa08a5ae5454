'use strict';
// Turns a minimized failure into a regression test, whose gates force the order of operations that fails.
const path = require('node:path');

const { arrivalOf } = require('../analysis/causes.js');
const { hasFailed, isAlike: isSameFailure } = require('../analysis/groups.js');
const messages = require('../messages/index.js');
const { wordsAsSource } = require('../shown/secrets.js');
const { testFile } = require('../files/test-file.js');
const { generousSeconds } = require('../process/patience.js');
const { keyOf } = require('../names/key.js');
const { candidatesOf, guessesOf } = require('./gate-orders.js');
const { Stopped } = require('./oracle.js');

const TRIES = 5;
const MOST_FORCED = 8; // delays that orders are looked for
const MOST_ORDERS = 4; // for each of these

// An order that the program makes impossible shows nothing, as in the test that is written.
const entryOf = (order) => ({ order, impossible: 'pass' });

async function alwaysFails(scratch, schedule, title) {
  for (let count = 0; count < TRIES; count++) {
    const run = await scratch.replay(schedule);
    if (run.verdict === 'interrupted') throw new Stopped('interrupted');
    if (!hasFailed(run) || !run.titles.some((one) => isSameFailure(one, title))) return false;
  }
  return true;
}

// The test's own keys of a delay: what the search says of it is not for the test.
const asGiven = ({ name, phase, delay, after, place, tier, nth, parent }) => (
  after ? { name, phase, place, delay, after, tier, nth, parent } : { name, phase, delay });

// Resolves to the first of `tries`, {orders, delays}, that fails each time with what the test will have.
async function firstFailing(tries, { schedule, scratch, title }) {
  for (const { orders, delays } of tries) {
    const gates = orders.map(entryOf);
    const given = { ...schedule, delays: delays.map(asGiven), gates };
    if (await alwaysFails(scratch, given, title)) return { orders, delays };
  }
  return undefined;
}

const isMadeBy = (delay) => ({ delayed, by }) => [keyOf(delayed), by].includes(keyOf(delay));

// Returns the first order of each call that is delayed, and no delays. Delays of several tasks of a call are one order.
function allAtOnce(delays, ordersOf) {
  const firsts = new Map();
  for (const delay of delays) {
    const [order] = ordersOf(delay);
    const held = order?.split(' -> ').at(-1);
    if (order && !firsts.has(held)) firsts.set(held, order);
  }
  return { orders: [...firsts.values()], delays: [] };
}

// Resolves to orders instead of as many delays as possible. A delay without an order stays, unless it is not needed
// beside the orders.
async function gatesForEach(pairs, about) {
  const { schedule, folders } = about;
  const ordersOf = (delay) => {
    const pair = pairs.find(isMadeBy(delay));
    return pair ? candidatesOf(pair, schedule.delays, folders) : guessesOf(delay, folders);
  };
  // The edges of delays that add up all show the last order. Then the guesses know more than the pairs.
  const whole = [ordersOf, (delay) => guessesOf(delay, folders)].map((way) => allAtOnce(schedule.delays, way));
  const together = await firstFailing(whole.filter(({ orders }) => orders.length > 0), about);
  if (together) return together;
  const isNamed = (delay) => pairs.some(isMadeBy(delay));
  const sorted = [...schedule.delays].reverse().sort((a, b) => Number(isNamed(b)) - Number(isNamed(a)));
  let found = { orders: [], delays: schedule.delays };
  for (const delay of sorted) {
    const delays = found.delays.filter((other) => other !== delay);
    const some = ordersOf(delay).slice(0, MOST_ORDERS);
    const forced = some.map((order) => ({ orders: [order, ...found.orders], delays }));
    const without = found.orders.length > 0 ? [{ ...found, delays }] : [];
    found = (await firstFailing([...without, ...forced], about)) ?? found;
  }
  return found.orders.length > 0 ? found : undefined;
}

// Constraints are orders already: those of gates, which survive more changes of the code, or else as they are.
function ofConstraints(pairs, { schedule, folders }) {
  const orders = pairs.flatMap((pair) => candidatesOf(pair, schedule.delays, folders).slice(0, 1));
  const asOrders = orders.length === schedule.delays.length ? [{ orders, delays: [] }] : [];
  return [...asOrders, { orders: [], delays: schedule.delays }];
}

// Resolves to {orders, delays}: orders with which it fails each time, and the other delays that it needs; undefined if
// there are none. One order that needs nothing else is preferred.
async function findGates({ found: { race, title }, schedule, scratch, folders }) {
  const about = { schedule, scratch, title, folders };
  const pairs = race ? [race, ...(race.also ?? [])] : [];
  if (schedule.delays.every(({ after }) => after)) return firstFailing(ofConstraints(pairs, about), about);
  const alone = pairs.flatMap((pair) => candidatesOf(pair, schedule.delays, folders));
  const found = await firstFailing(alone.map((order) => ({ orders: [order], delays: [] })), about);
  const { length } = schedule.delays;
  return found ?? (length > 1 && length <= MOST_FORCED ? gatesForEach(pairs, about) : undefined);
}

// An arrival is known by its number only. A fix that changes what is sent before makes the gate hold something else.
const NUMBERED = [
  'The gate holds what arrives at a connection by its number there. If it fails after a fix that sends other data before,',
  'it may hold another arrival: minimize the failure again, or write the order by operations of your own code.',
];

function gatesText(gates) {
  return gates.length === 1 ? [`  gates: [${gates[0]}],`] : ['  gates: [', ...gates.map((gate) => `    ${gate},`), '  ],'];
}

function proofOf({ command, cwd, orders, delays, options }, folder) {
  const quoted = (value) => JSON.stringify(value);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return [
    `runGated(${wordsAsSource(command).source}, {`, `  cwd: ${folder(cwd)},`,
    ...(orders.length > 0 ? gatesText(orders.map((order) => `{ order: ${quoted(order)}, impossible: 'pass' }`)) : []),
    ...(delays.length > 0 ? [`  delays: ${quoted(delays.map(asGiven))},`] : []),
    ...given.map(([key, value]) => `  ${key}: ${quoted(value)},`), '})',
  ].join('\n');
}

function commentOf({ race, title }, { orders, command }) {
  const places = (race ? messages.raceLines(race, title) : []).filter((line) => /^ {2}\S/.test(line));
  const isByNumber = orders.flatMap((order) => order.split(' -> ')).some((text) => arrivalOf(text.replace(/ descriptor$/, '')).count > 1);
  return [
    'Written by nacd minimize --as-test. Forces the order of operations that failed.', ...places,
    'After a fix that makes this order impossible, the test passes. If code has moved, it names the nearest operations.',
    ...(isByNumber ? NUMBERED : []),
    ...wordsAsSource(command).variables.map((name) => `Set ${name} to the secret that the command has in its place.`),
  ];
}

/**
 * Writes a regression test into `file`, or into the project's folder of tests, with `name`. `found` is what
 * minimizeFailure() resolved to. Resolves to {file, orders}; undefined if no order of two operations fails each time.
 * Rejects with Stopped if the user interrupts.
 */
async function writeTest({ found, schedule, scratch, context, file, name, command }) {
  const { failing, passing } = schedule.example ?? {};
  if (!failing || !passing) return undefined;
  const inOut = (folder) => path.resolve(context.out, folder);
  const folders = { failing: inOut(failing), passing: inOut(passing), edge: found.edge };
  const gates = await findGates({ found, schedule, scratch, folders });
  if (!gates) return undefined;
  const { engine, clock, strategy } = schedule.options ?? {};
  const { timeout: limit, ms = 0 } = schedule.failure ?? {};
  const timeout = Math.ceil(limit ?? generousSeconds(ms));
  const about = { command, cwd: context.cwd, options: { engine, clock, strategy, timeout }, ...gates };
  const test = testFile({ command, cwd: context.cwd, name, file, seconds: timeout });
  test.write({
    comment: commentOf(found, about),
    imported: ['{ runGated }', 'nacd-native/gates'],
    title: `${found.title.replace(/:$/, '')}: in the order that failed`,
    proof: ({ folder }) => proofOf(about, folder),
  });
  return { file: test.file, orders: gates.orders };
}

module.exports = { writeTest };
