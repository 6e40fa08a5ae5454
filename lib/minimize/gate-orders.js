'use strict';
// Finds the orders of operations by which gates may force what the delays of a minimized failure do.
const path = require('node:path');

const { parseLocation, PHASES } = require('../names/location.js');
const { happenings } = require('../analysis/order.js');
const { keyOf } = require('../names/key.js');
const { ownerOf, readName } = require('../names/name.js');
const { readTraces } = require('../trace/read.js');

const MOST_ORDERS = 5;
const MOST_GUESSES = 2; // for each operation that may be held
const TASK_PHASES = new Set(['action', 'worker']);
const NO_MOMENT = new Set(['stall', 'registration']); // nothing of the program ends there
const LOOP_PHASES = new Set(['descriptor', 'worker']);
const SEEN_PHASES = new Set(['callback', 'event', 'promise', 'timer', 'action']);

const [FILE, LINE] = [1, 2];
const siteOf = (site) => /^(.*):([0-9]+):[0-9]+$/.exec(site ?? '');

const isAt = ({ file, line }, site) => {
  const at = siteOf(site);
  return at !== null && at[FILE].endsWith(file) && (line === 0 || Number(at[LINE]) === line);
};

// The same for what goes on inside a call, such as an arrival at the connection that the call has made.
function isPartAlike(place, { name, phase }) {
  const { api, subject, site, count, tail } = readName(name);
  const isIt = place.subject === '' || place.subject === subject;
  const isTheCall = api === place.api && count === place.call && isIt && isAt(place, site);
  return isTheCall && tail === place.tail && (place.phases & (1 << PHASES.indexOf(phase))) !== 0;
}

// True if a gate at `place` would match this operation.
function isAlike(place, { name, api, phase, site, object }) {
  const isTask = phase === 'action' && object === undefined; // of the worker pool: only a gate that says "action" matches it
  const wanted = place.phases === 0 ? SEEN_PHASES.has(phase) && !isTask : place.phases & (1 << PHASES.indexOf(phase));
  const isIt = place.subject === '' || place.subject === readName(name).subject;
  return wanted && api === place.api && isAt(place, site) && isIt;
}

function alikeIn(operations, text, word) {
  const place = parseLocation(`${text}${word}`);
  const matches = place.tail === '' ? isAlike : isPartAlike;
  return operations.filter((operation) => matches(place, operation));
}

// A text that says something else would be read as another location.
const PLAIN_SUBJECT = /^[\w.-]+$/;

// Leaves the line out where the file calls this API, or calls it for this subject, at one line only: a fix often moves
// the line.
function placeText({ name, api, site }, word, orders) {
  const at = siteOf(site);
  const { subject = '' } = readName(name);
  const calls = PLAIN_SUBJECT.test(subject) ? [api, `${api}(${subject})`] : [api];
  const texts = calls.map((call) => `${call}@${path.basename(at[FILE])}`);
  const lineOf = (other) => siteOf(other.site).slice(FILE).join(':');
  const linesOf = (text) => new Set(orders.flatMap((order) => alikeIn(order, text, word)).map(lineOf));
  return texts.find((text) => linesOf(text).size === 1) ?? `${texts[0]}:${at[LINE]}`;
}

// Returns the name of what goes on inside a call, with as little of the call's site and of its context as tells it from
// all others. Without a call it has no line.
function partText({ name, phase }, orders) {
  const { api, subject = '', site, count, tail } = readName(name);
  const at = siteOf(site);
  if (!at || tail === undefined) return `${name} ${phase}`;
  const file = path.basename(at[FILE]);
  const calls = PLAIN_SUBJECT.test(subject) ? [api, `${api}(${subject})`] : [api];
  const places = [...calls.map((call) => `${call}@${file}`), `${api}@${file}:${at[LINE]}`];
  const texts = places.map((place) => `${place}#${count}${tail}`);
  const alike = (text) => orders.flatMap((order) => alikeIn(order, text, ` ${phase}`));
  const namesOf = (text) => new Set(alike(text).map((other) => other.name));
  return `${texts.find((text) => namesOf(text).size === 1) ?? name} ${phase}`;
}

// Returns an operation as a gate names it: by its call site, or by the call that it is a part of. Of several operations
// at one site it also gives the count, as in the first one of `orders`.
function locationText(operation, orders) {
  const { phase, site, key } = operation;
  const word = { registration: ' start', action: ' action' }[phase] ?? '';
  if (!siteOf(site) || LOOP_PHASES.has(phase)) return partText(operation, orders);
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
// overtaker that minimize named is first. Those follow that come before it in `edge` as well, the order with the
// shortest delays that fail, from the last to the first; then the others: a longer delay passes what does not matter.
function overtakers({ delayed, overtaker }, { failing, passing, edge }) {
  const index = (order, key) => order.findIndex((operation) => operation.key === key && !operation.lost);
  const good = index(passing, keyOf(delayed));
  const swappedIn = (order) => order.slice(0, index(order, keyOf(delayed))).filter(({ key, lost }) => {
    const at = index(passing, key);
    return !lost && (at > good || at < 0);
  });
  const named = keyOf(overtaker);
  const near = swappedIn(edge);
  const known = new Set([named, ...near.map(({ key }) => key)]);
  const swapped = swappedIn(failing);
  const isNamed = ({ key }) => key === named;
  return [
    ...swapped.filter(isNamed), ...near.filter((entry) => !isNamed(entry)).reverse(),
    ...swapped.filter(({ key }) => !known.has(key)),
  ];
}

// Gates go by the sites in the text that ran.
const asRan = ({ ran, ...operation }) => ({ ...operation, site: ran ?? operation.site });

// Returns the actions of the delayed call that the schedule delays: a call of fs/promises that is held at its end only
// has changed its file by then.
function delayedActions(call, delays, order) {
  const keys = new Set(delays.map(keyOf));
  return order.filter(({ name, key, phase }) => phase === 'action' && name.startsWith(`${call.name}/`) && keys.has(key));
}

// Returns the operations that a gate may hold in place of a delay: the callback of a call whose tasks are delayed, and
// the start of its task, since what the call changes may be late, too.
function heldBy({ name, phase }, order) {
  const isEnd = (entry) => entry.name === ownerOf(name) && (entry.phase === 'callback' || entry.phase === 'promise');
  const end = TASK_PHASES.has(phase) ? order.find(isEnd) : undefined;
  const own = phase === 'worker' && end ? undefined : order.find(({ key }) => key === keyOf({ name, phase }));
  return [end, own].filter((held) => held && !held.lost);
}

/**
 * Returns orders that may do what one of several delays does for which no pair is known: the operation is held for what
 * it let pass, the first of that first; where passing runs do not have it, for what came just before it.
 */
function guessesOf(delay, { failing, passing }) {
  const order = delay.phase === 'stall' ? undefined : orderIn(failing, keyOf(delay));
  const each = order ? heldBy(delay, order).map((held) => guessesFor(held, order, passing)) : [];
  return each.flatMap((guesses) => guesses.slice(0, MOST_GUESSES));
}

function guessesFor(held, order, passing) {
  const other = orderIn(passing, held.key);
  const isForeign = ({ name, phase }) => ownerOf(name) !== ownerOf(held.name) && !NO_MOMENT.has(phase);
  const race = { delayed: held, overtaker: { name: '', phase: '' } };
  const before = other ? overtakers(race, { failing: order, passing: other, edge: [] })
    : order.slice(0, order.indexOf(held)).filter(({ lost }) => !lost).reverse();
  const textOf = (operation) => locationText(operation, other ? [order, other] : [order]);
  const texts = before.filter((entry) => isForeign(entry) && siteOf(entry.site)).map(textOf);
  return [...new Set(texts)].map((text) => `${text} -> ${textOf(held)}`);
}

// Gates hold operations; they cannot keep the thread from running.
function candidatesOf({ delayed: late, overtaker }, delays, { failing, passing, edge }) {
  if (late.phase === 'stall') return [];
  const race = { delayed: asRan(late), overtaker: asRan(overtaker) };
  const order = orderIn(failing, keyOf(race.delayed));
  const other = orderIn(passing, keyOf(race.delayed));
  if (!order || !other) return [];
  const orders = { failing: order, passing: other, edge: (edge && orderIn(edge, keyOf(race.delayed))) ?? order };
  const textOf = (operation) => locationText({ ...operation, key: keyOf(operation) }, [order, other]);
  const texts = [...new Set([race.overtaker, ...overtakers(race, orders)].map(textOf))];
  const [delayed, ...actions] = [race.delayed, ...delayedActions(race.delayed, delays, order)].map(textOf);
  const orderOf = (text) => `${text} -> ${delayed}`;
  const some = texts.slice(0, MOST_ORDERS);
  const heldActions = actions.flatMap((action) => some.map((text) => `${text} -> ${action}`));
  return [...some.map(orderOf), ...heldActions];
}

module.exports = { candidatesOf, guessesOf };
