'use strict';
// node orders.cjs SEED COUNT makes up orders of two to six operations, like those of IMUnit's tests, and runs them with
// gates. Prints a line of JSON for each order: the gates, the outcome, and if it is right.
const crypto = require('node:crypto');
const { once } = require('node:events');
const fs = require('node:fs');
const net = require('node:net');
const zlib = require('node:zlib');
const { order } = require('nacd-native/gates');

const NAMES = 'abcdef';

// Park and Miller's generator, for the same orders each time.
function generator(seed) {
  let state = seed % 2147483647 || 1;
  return (below) => {
    state = (state * 48271) % 2147483647;
    return state % below;
  };
}

const KINDS = {
  stat: (op, done) => fs.stat(`/tmp/orders/${op.name}`, done),
  promise: (op, done) => fs.promises.stat(`/tmp/orders/${op.name}`).then(done, done),
  timer: (op, done) => setTimeout(done, op.ms),
  random: (op, done) => crypto.randomBytes(8, done),
  deflate: (op, done) => zlib.deflate('text', done),
  socket: (op, done) => talk(done),
};

const connections = []; // closed before the next order, so that they do not disturb it

function talk(done) {
  const server = net.createServer((socket) => socket.end('hello'));
  server.listen(0, '127.0.0.1', () => {
    const client = net.connect(server.address().port, '127.0.0.1');
    client.on('data', done);
    client.on('close', () => server.close());
  });
  connections.push(once(server, 'close'));
}

const HERE = 'orders.cjs';
const LINES = fs.readFileSync(__filename, 'utf8').split('\n');
const lineOf = (text) => LINES.findIndex((line) => line.includes(text)) + 1;
const TIMER = lineOf('setTimeout(done, op.ms)');
const CLIENT = lineOf('net.connect(server');

function placeOf({ kind, name, nth }) {
  return {
    stat: `fs.stat(${name})`, promise: `fs.promises.stat(${name})`, timer: `setTimeout@${HERE}:${TIMER}#${nth}`,
    random: `crypto.randomBytes#${nth}`, deflate: `zlib.deflate#${nth}`, socket: `net.Socket.data@${HERE}:${CLIENT}#1`,
  }[kind];
}

// Makes operations, some of which another one starts: they always come after it. Timers have increasing times.
function makeOperations(random) {
  const counts = {};
  return [...NAMES.slice(0, 2 + random(5))].map((name, index) => {
    const parent = index > 0 && random(3) === 0 ? random(index) : undefined;
    const kinds = parent === undefined ? Object.keys(KINDS) : ['stat', 'promise'];
    let kind = kinds[random(kinds.length)];
    if (kind === 'socket' && counts.socket) kind = 'stat';
    counts[kind] = (counts[kind] ?? 0) + 1;
    return { name, parent, kind, nth: counts[kind], ms: 5 + 3 * index };
  });
}

function givenEdges(operations) {
  const edges = operations.map(({ parent }, index) => [parent, index]).filter(([parent]) => parent !== undefined);
  const timers = [...operations.keys()].filter((index) => operations[index].kind === 'timer');
  return [...edges, ...timers.slice(1).map((timer, i) => [timers[i], timer])];
}

function hasPath(edges, from, to, seen = new Set()) {
  if (from === to) return true;
  if (seen.has(from)) return false;
  seen.add(from);
  return edges.some(([a, b]) => a === from && hasPath(edges, b, to, seen));
}

// Returns edges that are possible together. For an impossible order, the last one contradicts the others or Node's
// order.
function makeEdges(operations, possible, random) {
  const given = givenEdges(operations);
  const asked = [];
  const wanted = 1 + random(operations.length);
  for (let tries = 0; asked.length < wanted && tries < 50; tries++) {
    const [a, b] = [random(operations.length), random(operations.length)];
    if (a !== b && !hasPath([...given, ...asked], b, a)) asked.push([a, b]);
  }
  if (possible) return asked;
  const all = [...given, ...asked];
  const [from, to] = all[random(all.length)];
  return [...asked, [to, from]];
}

async function runAll(operations) {
  const seen = [];
  let settle;
  const all = new Promise((resolve) => (settle = resolve));
  const start = (index) => KINDS[operations[index].kind](operations[index], () => {
    if (seen.includes(index)) return;
    seen.push(index);
    for (const [child, { parent }] of operations.entries()) if (parent === index) start(child);
    if (seen.length === operations.length) settle();
  });
  for (const [index, { parent }] of operations.entries()) if (parent === undefined) start(index);
  await all;
  return seen;
}

function told(gates) {
  try {
    gates.remove();
    return 'kept';
  } catch ({ message }) {
    return message.includes('deadlock') ? 'deadlock' : message;
  }
}

async function runOrder(seed) {
  const random = generator(seed * 7919 + 1);
  random(2);
  const possible = seed % 2 === 0;
  const operations = makeOperations(random);
  const edges = makeEdges(operations, possible, random);
  const lines = edges.map((edge) => edge.map((index) => placeOf(operations[index])).join(' -> '));
  const start = performance.now();
  const gates = order(...lines);
  const seen = await runAll(operations);
  const outcome = told(gates);
  await Promise.all(connections.splice(0));
  const held = edges.every(([a, b]) => seen.indexOf(a) < seen.indexOf(b));
  const right = possible ? outcome === 'kept' && held : outcome === 'deadlock';
  const ms = Math.round(performance.now() - start);
  console.log(JSON.stringify({ seed, possible, operations: operations.length, lines, outcome, held, right, ms }));
}

async function main([first, count]) {
  for (let seed = first; seed < first + count; seed++) await runOrder(seed);
}

main(process.argv.slice(2).map(Number));
