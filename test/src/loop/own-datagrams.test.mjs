// Delays take no time beside sockets of UDP by which a process speaks to itself alone. Who is outside is waited for.
import assert from 'node:assert/strict';
import dgram from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { run, runnerOf } from './support.mjs';

const env = { NACD_MODE: 'always', NACD_MIN_DELAY: '100', NACD_MAX_DELAY: '200', NACD_UNSUPPORTED_STALLS: '0' };
const LATER_MS = 700;  // less than the program looks for, more than it looks for if that takes no time

async function outsider(t) {
  const socket = dgram.createSocket('udp4');
  t.after(() => socket.close());
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

test('a test speaks to its own socket', async (t) => {
  const { code, stdout, stderr, events } = await run(runnerOf(t, 'own-datagrams.js'), { args: ['self'], env });
  assert.deepEqual([code, stdout, stderr], [0, 'own\n', '']);
  const { skipped, real } = events.find(({ type }) => type === 'waits');
  assert.ok(skipped > 12 * 100 && real < skipped / 4, `${skipped} ms skipped, ${real} ms real`);
});

test('somebody outside answers', async (t) => {
  const socket = await outsider(t);
  socket.once('message', (message, { port }) => setTimeout(() => socket.send('answer', port, '127.0.0.1'), LATER_MS));
  const args = ['answer', `${socket.address().port}`];
  const { stdout, stderr } = await run(runnerOf(t, 'own-datagrams.js'), { args, env });
  assert.deepEqual([stdout, stderr], ['answer\n', '']);
});

test('somebody outside was told the port', async (t) => {
  const socket = await outsider(t);
  const talk = (child) => child.stdout.once('data', (port) => {
    setTimeout(() => socket.send('called', Number(port), '127.0.0.1'), LATER_MS);
  });
  const { stdout, stderr } = await run(runnerOf(t, 'own-datagrams.js'), { args: ['told'], talk, env });
  assert.deepEqual([stdout.split('\n').slice(1), stderr], [['called', ''], '']);
});
