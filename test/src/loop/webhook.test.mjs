// A listener that somebody outside may know is waited for in real time, however the port got out.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import os from 'node:os';
import { test } from 'node:test';
import { fixture, run } from './support.mjs';

const call = (...args) => spawn(process.execPath, [fixture('caller.js'), ...args.map(String)], { stdio: 'ignore' });
const ownHost = Object.values(os.networkInterfaces()).flat().find(({ internal, family }) => !internal && family === 'IPv4');

async function freePort(host) {
  const server = net.createServer().listen(0, host);
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

// Each returns the port that the program gets.
const others = {
  async tcp(t) {
    const server = net.createServer((socket) => socket.once('data', (bytes) => call(bytes.readUInt16BE())));
    t.after(() => server.close());
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return server.address().port;
  },
  async udp(t) {
    const socket = dgram.createSocket('udp4');
    t.after(() => socket.close());
    socket.on('message', (bytes) => call(bytes.readUInt16BE()));
    await once(socket.bind(0, '127.0.0.1'), 'listening');
    return socket.address().port;
  },
  child: async () => 0,
  fixed: () => freePort('0.0.0.0'),
  network: () => freePort(ownHost.address),
};

// Those that know the port from the beginning call when the program waits.
const callWhenWaiting = (port, host) => (child) => child.stdout.once('data', () => call(port, host));
const hosts = { fixed: '127.0.0.1', network: ownHost?.address };

for (const [how, start] of Object.entries(others)) {
  test(`a port that gets out by ${how}`, { skip: how === 'network' && !ownHost }, async (t) => {
    const port = await start(t);
    const talk = how in hosts ? callWhenWaiting(port, hosts[how]) : undefined;
    const args = [how, String(port)];
    const env = { NACD_CLOCK: 'skip', NACD_MODE: 'never', CALLER: fixture('caller.js') };
    const { stdout, stderr, code } = await run(fixture('webhook.js'), { args, env, talk });
    assert.deepEqual([stdout, stderr, code], ['waiting\noutside\n', '', 0]);
  });
}

test('a port that was agreed upon, where only delays are skipped', async () => {
  const port = await others.fixed();
  const talk = callWhenWaiting(port, hosts.fixed);
  const { stdout } = await run(fixture('webhook.js'), { args: ['fixed', String(port)], env: { NACD_MODE: 'never' }, talk });
  assert.equal(stdout, 'waiting\noutside\n');
});

const listeners = [
  ['own', 'virtual'], ['none', 'virtual'], ['child', 'virtual'], ['left', 'virtual', true], ['none', 'skip', true],
];
for (const [before, clock, real] of listeners) {
  test(`delays beside a listener on a port that was agreed upon; before: ${before}; clock: ${clock}`, async () => {
    const env = { NACD_CLOCK: clock, NACD_MAX_DELAY: '40' };
    let skipped, outside;
    // A process that another test has just left behind counts as one that the child has left.
    for (let tries = 0; tries < (before === 'child' ? 5 : 1) && !(skipped > 0); tries++) {
      const { events } = await run(fixture('agreed-port.js'), { args: [String(await others.fixed()), before], env });
      ({ skipped, outside } = events.find(({ type }) => type === 'waits'));
    }
    if (real) assert.ok(skipped === 0 && outside > 0, `${skipped} ms skipped, ${outside} waits`);
    else assert.ok(skipped > 0 && outside === 0, `${skipped} ms skipped, ${outside} waits`);
  });
}

test('a server on a port that was agreed upon is a second ahead of its clients at most', async () => {
  const args = [String(await others.fixed()), 'none', '20'];
  const env = { NACD_CLOCK: 'virtual', NACD_MODE: 'always', NACD_MIN_DELAY: '100', NACD_MAX_DELAY: '100' };
  const { events } = await run(fixture('agreed-port.js'), { args, env });
  const { skipped, real } = events.find(({ type }) => type === 'waits');
  assert.ok(skipped >= 900 && skipped <= 1100 && real >= 800, `${skipped} ms skipped, ${real} ms real`);
});

for (const [how, port] of [['fixed', '0'], ['refused', '1']]) {
  test(`a listener that nobody outside can know is not waited for: ${how}`, async () => {
    const env = { NACD_CLOCK: 'skip', NACD_MODE: 'never' };
    const { stdout, ms } = await run(fixture('webhook.js'), { args: [how, port], env });
    assert.equal(stdout, 'waiting\nnobody\n');
    assert.ok(ms < 4000, `${ms} ms`);
  });
}
