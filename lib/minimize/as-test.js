'use strict';
// Turns a minimized failure into a regression test, whose gates force the order of operations that fails.
const path = require('node:path');

const { arrivalOf } = require('../analysis/causes.js');
const { hasFailed, isAlike: isSameFailure } = require('../analysis/groups.js');
const { parseLocation, PHASES } = require('../names/location.js');
const { raceLines } = require('../messages/minimize.js');
const { happenings } = require('../analysis/order.js');
const { testFile } = require('../files/test-file.js');
const { generousSeconds } = require('../process/patience.js');
const { readTraces } = require('../trace/read.js');
const { keyOf } = require('../names/key.js');
const { Stopped } = require('./oracle.js');

const TRIES = 5;
const LOOP_PHASES = new Set(['descriptor', 'worker']);
const SEEN_PHASES = new Set(['callback', 'event', 'promise', 'timer', 'action']);

const [FILE, LINE] = [1, 2];
const siteOf = (site) => /^(.*):([0-9]+):[0-9]+$/.exec(site ?? '');

// True if a gate at `place` would match this operation.
function isAlike(place, { api, phase, site, object }) {
  const isTask = phase === 'action' && object === undefined; // of the worker pool: only a gate that says "action" matches it
  const wanted = place.phases === 0 ? SEEN_PHASES.has(phase) && !isTask : place.phases & (1 << PHASES.indexOf(phase));
  const at = siteOf(site);
  const isThere = at !== null && at[FILE].endsWith(place.file) && (place.line === 0 || Number(at[LINE]) === place.line);
  return wanted && api === place.api && isThere;
}

const alikeIn = (operations, text, word) => operations.filter((operation) => isAlike(parseLocation(`${text}${word}`), operation));

// Leaves the line out where the file calls this API at one line only: a fix often moves the line.
function placeText({ api, site }, word, orders) {
  const at = siteOf(site);
  const text = `${api}@${path.basename(at[FILE])}`;
  const lines = new Set(orders.flatMap((order) => alikeIn(order, text, word)).map((other) => siteOf(other.site).slice(FILE).join(':')));
  return lines.size === 1 ? text : `${text}:${at[LINE]}`;
}

// Returns an operation as a gate names it: by its call site if it has one, else by its full name. Of several operations
// at one site it also gives the count, as in the first one of `orders`.
function locationText(operation, orders) {
  const { name, phase, site, key } = operation;
  const word = { registration: ' start', action: ' action' }[phase] ?? '';
  if (!siteOf(site) || LOOP_PHASES.has(phase)) return `${name} ${phase}`;
  const text = placeText(operation, word, orders);
  const alike = alikeIn([...orders[0]].sort((a, b) => a.decidedLine - b.decidedLine), text, word);
  const index = alike.findIndex((other) => other.key === key);
  return alike.length > 1 ? `${text}#${index + 1}${word}` : `${text}${word}`;
}

function orderIn(folder, key) {
  const traces = readTraces(path.join(folder, 'trace'));
  const orders = traces.map(happenings);
  return orders.find((order) => order.some((operation) => operation.key === key));
}

// Returns the operations that come before the delayed one in the failing order and after it in the passing order. The
// overtaker that minimize named is first; the others follow from the last to the first.
function overtakers({ delayed, overtaker }, failing, passing) {
  const index = (order, key) => order.findIndex((operation) => operation.key === key && !operation.lost);
  const [bad, good] = [index(failing, keyOf(delayed)), index(passing, keyOf(delayed))];
  const swapped = failing.slice(0, bad).filter(({ key, lost }) => {
    const at = index(passing, key);
    return !lost && (at > good || at < 0);
  });
  const named = keyOf(overtaker);
  return [...swapped.filter(({ key }) => key === named), ...swapped.filter(({ key }) => key !== named).reverse()];
}

// Gates go by the sites in the text that ran.
const asRan = ({ ran, ...operation }) => ({ ...operation, site: ran ?? operation.site });

// Returns the actions of the delayed call that the schedule delays: a call of fs/promises that is held at its end only
// has changed its file by then.
function delayedActions(call, delays, order) {
  const keys = new Set(delays.map(keyOf));
  return order.filter(({ name, key, phase }) => phase === 'action' && name.startsWith(`${call.name}/`) && keys.has(key));
}

// Gates hold operations; they cannot keep the thread from running.
function candidatesOf({ delayed: late, overtaker }, delays, { failing, passing }) {
  if (late.phase === 'stall') return [];
  const race = { delayed: asRan(late), overtaker: asRan(overtaker) };
  const order = orderIn(failing, keyOf(race.delayed));
  const other = orderIn(passing, keyOf(race.delayed));
  if (!order || !other) return [];
  const textOf = (operation) => locationText({ ...operation, key: keyOf(operation) }, [order, other]);
  const texts = [...new Set([race.overtaker, ...overtakers(race, order, other)].map(textOf))];
  const [delayed, ...actions] = [race.delayed, ...delayedActions(race.delayed, delays, order)].map(textOf);
  return [...texts.slice(0, TRIES).map((text) => `${text} -> ${delayed}`), ...actions.map((action) => `${texts[0]} -> ${action}`)];
}

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

// Resolves to {order, delays}: an order that fails each time, and the other delays that it needs; undefined if there is
// none. An order that needs no other delays is preferred.
async function findGates({ found: { race, title }, schedule, scratch, folders }) {
  const orders = race ? candidatesOf(race, schedule.delays, folders) : [];
  const others = schedule.delays.filter((delay) => keyOf(delay) !== keyOf(race?.delayed ?? {}));
  for (const delays of others.length > 0 ? [[], others] : [[]]) {
    for (const order of orders) {
      if (await alwaysFails(scratch, { ...schedule, delays, gates: [entryOf(order)] }, title)) return { order, delays };
    }
  }
  return undefined;
}

// An arrival is known by its number only. A fix that changes what is sent before makes the gate hold something else.
const NUMBERED = [
  'The gate holds what arrives at a connection by its number there. If it fails after a fix that sends other data before,',
  'it may hold another arrival: minimize the failure again, or write the order by operations of your own code.',
];

// The test's own keys of a delay: what the search says of it is not for the test.
const asGiven = ({ name, phase, delay }) => ({ name, phase, delay });

function proofOf({ command, cwd, order, delays, options }, folder) {
  const quoted = (value) => JSON.stringify(value);
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return [
    `runGated(${quoted(command)}, {`, `  cwd: ${folder(cwd)},`,
    `  gates: [{ order: ${quoted(order)}, impossible: 'pass' }],`,
    ...(delays.length > 0 ? [`  delays: ${quoted(delays.map(asGiven))},`] : []),
    ...given.map(([key, value]) => `  ${key}: ${quoted(value)},`), '})',
  ].join('\n');
}

function commentOf({ race, title }, order) {
  const places = raceLines(race, title).filter((line) => /^ {2}\S/.test(line));
  const isByNumber = order.split(' -> ').some((text) => arrivalOf(text.replace(/ descriptor$/, '')).count > 1);
  return [
    'Written by nacd minimize --as-test. Forces the order of operations that failed.', ...places,
    'After a fix that makes this order impossible, the test passes. If code has moved, it names the nearest operations.',
    ...(isByNumber ? NUMBERED : []),
  ];
}

/**
 * Writes a regression test into `file`, or into the project's folder of tests, with `name`. `found` is what
 * minimizeFailure() resolved to. Resolves to {file, order}; undefined if no order of two operations fails each time.
 * Rejects with Stopped if the user interrupts.
 */
async function writeTest({ found, schedule, scratch, context, file, name, command }) {
  const { failing, passing } = schedule.example ?? {};
  if (!failing || !passing) return undefined;
  const folders = { failing: path.resolve(context.out, failing), passing: path.resolve(context.out, passing) };
  const gates = await findGates({ found, schedule, scratch, folders });
  if (!gates) return undefined;
  const { engine, clock, strategy } = schedule.options ?? {};
  const { timeout: limit, ms = 0 } = schedule.failure ?? {};
  const timeout = Math.ceil(limit ?? generousSeconds(ms));
  const about = { command, cwd: context.cwd, options: { engine, clock, strategy, timeout }, ...gates };
  const test = testFile({ command, cwd: context.cwd, name, file, seconds: timeout });
  test.write({
    comment: commentOf(found, gates.order),
    imported: ['{ runGated }', 'nacd-native/gates'],
    title: `${found.title}: in the order that failed`,
    proof: ({ folder }) => proofOf(about, folder),
  });
  return { file: test.file, order: gates.order };
}

module.exports = { writeTest };
