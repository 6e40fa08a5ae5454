'use strict';
// Feature flags and texts are reloaded when an administrator asks for it.
const assert = require('assert');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const readline = require('readline');

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'flags-'));
process.on('exit', () => fs.rmSync(dir, { recursive: true, force: true }));

function deploy(version) {
  fs.writeFileSync(path.join(dir, 'flags.json'), JSON.stringify({ banner: version > 1 ? 'banner.summer' : 'banner.spring' }));
  fs.writeFileSync(path.join(dir, 'texts.json'), JSON.stringify(version > 1 ? { 'banner.summer': 'Sun!' } : { 'banner.spring': 'Flowers!' }));
}

const site = { flags: {}, texts: {} };
async function reload() {
  for (const part of ['flags', 'texts']) {
    site[part] = JSON.parse(await fs.promises.readFile(path.join(dir, part + '.json'), 'utf8'));
  }
}

const commands = {
  reload: () => { deploy(2); reload(); return 'reloading'; },
  banner: () => site.texts[site.flags.banner].toUpperCase(),
  deflate: (n) => require('zlib').deflateRawSync(Buffer.alloc(Number(n))).length,
};

const server = net.createServer((socket) => {
  readline.createInterface({ input: socket }).on('line', (line) => {
    const [name, ...args] = line.split(' ');
    socket.write(commands[name](...args) + '\n');
  });
});

async function visit(port, name) {
  const socket = net.connect(port, '127.0.0.1');
  socket.write(name + '\n');
  for await (const line of readline.createInterface({ input: socket })) {
    socket.end();
    return line;
  }
}

(async () => {
  deploy(1);
  await reload();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  assert.strictEqual(await visit(port, 'banner'), 'FLOWERS!');
  assert.strictEqual(await visit(port, 'reload'), 'reloading');
  for (let i = 0; i < 20; i++) await visit(port, 'deflate 100000');
  assert.strictEqual(await visit(port, 'banner'), 'SUN!');
  server.close();
})();
