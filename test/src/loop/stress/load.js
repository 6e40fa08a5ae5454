'use strict';
// The work of a thread under stress. Each function is done when all that it began has come, once and in its order.
const assert = require('node:assert/strict');
const { once } = require('node:events');
const fs = require('node:fs/promises');
const net = require('node:net');
const { setTimeout: sleep } = require('node:timers/promises');

const SOCKETS = 16;
const TIMERS = 16;
const TASKS = 4;

const times = (count, one) => Promise.all(Array.from({ length: count }, (_, index) => one(index)));

/** Clients and a server that sends back what it gets: each byte comes back once, in its place. */
async function talk(rounds) {
  const server = net.createServer((socket) => socket.pipe(socket)).listen(0);
  await once(server, 'listening');
  await times(SOCKETS, (index) => converse(server.address().port, index, rounds));
  server.close();
  await once(server, 'close');
}

async function converse(port, index, rounds) {
  const socket = net.connect({ port, noDelay: index % 2 === 0 });
  let heard = '';
  socket.setEncoding('latin1').on('data', (text) => (heard += text));
  let said = '';
  for (let round = 0; round < rounds; round++) {
    const text = `${index}:${round} `.repeat(1 + (round * 97) % 500);
    said += text;
    socket.write(text);
    while (heard.length < said.length) await once(socket, 'data');
  }
  socket.end();
  await once(socket, 'close');
  assert.equal(heard, said);
}

/** Timers come once, never early, those of one duration in the order in which they were set. */
async function useTimers(rounds) {
  for (let round = 0; round < rounds; round++) {
    const order = [];
    await times(TIMERS, async (index) => {
      const ms = 1 + (index % 4) * 250;
      const set = performance.now();
      await sleep(ms);
      assert.ok(performance.now() - set >= ms - 1, `${performance.now() - set} of ${ms} ms`);
      order.push(index);
    });
    for (let kind = 0; kind < 4; kind++) {
      const alike = order.filter((index) => index % 4 === kind);
      assert.deepEqual(alike, alike.toSorted((one, other) => one - other));
    }
  }
}

/** Tasks in the pool, of which each one's result is that of its own file. */
async function usePool(rounds) {
  const { size } = await fs.stat(__filename);
  await times(TASKS, async () => {
    for (let round = 0; round < rounds; round++) {
      const [text, { isFile }] = await Promise.all([fs.readFile(__filename, 'latin1'), fs.stat(__filename)]);
      assert.equal(text.length, size);
      assert.ok(isFile);
    }
  });
}

/** Numbers that go to and fro between two threads. */
async function count(port, rounds) {
  if (!port) return;
  for (let round = 0; round < rounds; round++) {
    const answer = once(port, 'message');
    port.postMessage(round);
    const [number] = await answer;
    assert.equal(number, round + 1);
  }
}

/** All clocks go forward, and keep their distance from each other. Returns what ends it. */
function watchClocks() {
  const read = () => [Date.now(), performance.now(), Number(process.hrtime.bigint()) / 1e6];
  const first = read();
  let last = first;
  const timer = setInterval(() => {
    const now = read();
    now.forEach((time, index) => assert.ok(time >= last[index], `clock ${index} went from ${last[index]} to ${time}`));
    const gone = now.map((time, index) => time - first[index]);
    // Read one after the other, and the system may run somebody else between them.
    assert.ok(Math.max(...gone) - Math.min(...gone) < 1000, `the clocks went ${gone.join(', ')} ms`);
    last = now;
  }, 100);
  return () => clearInterval(timer);
}

module.exports = { count, talk, useTimers, usePool, watchClocks };
