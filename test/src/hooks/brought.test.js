'use strict';
// Modules that Node loads for its own use wait until the program asks for them; here it has them in other ways.
const assert = require('node:assert/strict');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { temporaryFolder } = require('../../support/package.js');
const { execute, readTraces, root } = require('./harness.js');

/** Runs main.js of `files` in a folder of their own. Returns what it printed and the traces, by process. */
async function program(t, files, { before = [], env = {} } = {}) {
  const folder = temporaryFolder(t, 'nacd-brought-');
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text);
  const NACD_TRACE = path.join(folder, 'traces');
  const args = [...before.flatMap((name) => ['-r', path.join(folder, name)]), '-r', root, path.join(folder, 'main.js')];
  const result = await execute(process.execPath, args, {
    cwd: folder, env: { NACD_MODE: 'random', NACD_ENGINE: 'api', NACD_MAX_DELAY: '5', NACD_QUIET: '1', NACD_TRACE, ...env },
  });
  assert.deepEqual([result.stderr, result.status], ['', 0]);
  return { ...result, traces: readTraces(NACD_TRACE) };
}

const child = "require('node:fs').stat('.', () => console.log('child'));";

test('what was loaded before us', async (t) => {
  const { stdout, traces } = await program(t, {
    'before.js': "globalThis.taken = require('node:child_process'); globalThis.names = require('node:dns');",
    'child.js': child,
    'main.js': `
      require('node:net');
      names.lookup('localhost', () => console.log('name'));
      taken.spawn(process.execPath, ['child.js'], { stdio: 'inherit' });
    `,
  }, { before: ['before.js'] });
  assert.deepEqual(stdout.split('\n').sort(), ['', 'child', 'name']);
  assert.equal(traces.length, 2);
  assert.ok(traces.some(({ operations }) => operations.some(({ api }) => api === 'dns.lookup')));
});

test('a datagram socket that comes with a message', async (t) => {
  const { traces } = await program(t, {
    'main.js': `
      const socket = require('node:dgram').createSocket('udp4');
      const child = require('node:child_process').fork('child.js');
      socket.bind(0, '127.0.0.1', () => child.send(socket.address(), socket, () => socket.close()));
    `,
    'child.js': `
      process.on('message', ({ port }, socket) => {
        require('node:net');
        socket.on('message', () => socket.close(() => process.disconnect()));
        socket.send('a', port, '127.0.0.1');
      });
    `,
  });
  const received = traces.flatMap(({ operations }) => operations.filter(({ api }) => api === 'dgram.Socket.message'));
  assert.equal(received.length, 1);
});

test("run() of node:test: its children have the tree's seed", async (t) => {
  const { traces } = await program(t, {
    'child.js': child,
    'main.js': `
      const { run } = require('node:test');
      require('node:http').createServer().listen(0, function listening() {
        this.close();
        run({ files: [require('node:path').resolve('child.js')] }).resume();
      });
    `,
  });
  assert.equal(traces.length, 2);
  assert.equal(new Set(traces.map(({ header }) => header.seed)).size, 1);
});

test("the program's RegExp statics outlast the loading of modules of ours", async (t) => {
  const { stdout } = await program(t, {
    'main.js': `
      const shown = () => [RegExp.$1, RegExp.input].join();
      /(b)/.exec('abc');
      require('node:child_process');
      require('node:worker_threads');
      require('node:fs').stat('.', () => process.stdout.write(shown()));
      process.stdout.write(shown() + ' ');
    `,
  });
  assert.equal(stdout, 'b,abc b,abc');
});

test('a global that a file names as a text is not used', async (t) => {
  const { stdout } = await program(t, {
    'main.js': `
      const names = ['WebSocket', "CompressionStream", 'Sec-WebSocket-Key'];
      class WebSocketServer {}
      process.stdout.write(String(process.moduleLoadList.includes('NativeModule zlib')));
    `,
  });
  assert.equal(stdout, 'false');
});

test('a global that a file uses is hooked before', async (t) => {
  const { stdout } = await program(t, {
    'main.js': `
      const used = () => new globalThis.CompressionStream('gzip');
      process.stdout.write(String(process.moduleLoadList.includes('NativeModule zlib')));
    `,
  });
  assert.equal(stdout, 'true');
});
