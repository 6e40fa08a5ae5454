// A small key-value store with a log; a snapshot begins a new generation of files. One operation at a time.
// The module comes first, its test at the end.
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const net = require('net');
const readline = require('readline');
const { once } = require('events');
const assert = require('assert');

class Store {
  constructor(dir) {
    this.dir = dir;
    this.generation = 0;
    this.data = new Map();
    this.last = Promise.resolve();
  }

  file(kind, generation = this.generation) {
    return path.join(this.dir, `${kind}.${generation}`);
  }

  serial(fn) {
    const result = this.last.then(fn);
    this.last = result.catch(() => {});
    return result;
  }

  async load() {
    const names = await fs.readdir(this.dir);
    const generations = names.filter((n) => /^snapshot\.\d+$/.test(n)).map((n) => Number(n.split('.')[1]));
    if (generations.length) {
      this.generation = Math.max(...generations);
      this.data = new Map(JSON.parse(await fs.readFile(this.file('snapshot'), 'utf8')));
    }
    const log = await fs.readFile(this.file('log'), 'utf8').catch(() => '');
    for (const line of log.split('\n').filter(Boolean)) this.data.set(...JSON.parse(line));
    return this;
  }

  set(key, value) {
    return this.serial(async () => {
      await fs.appendFile(this.file('log'), JSON.stringify([key, value]) + '\n');
      this.data.set(key, value);
    });
  }

  snapshot() {
    return this.serial(async () => {
      const next = this.generation + 1;
      const tmp = path.join(this.dir, 'tmp');
      await fs.writeFile(tmp, JSON.stringify([...this.data]));
      await fs.rename(tmp, this.file('snapshot', next));
      this.generation = next;
      for (const kind of ['snapshot', 'log']) await fs.rm(this.file(kind, next - 1), { force: true });
    });
  }
}

function serve(store) {
  return net.createServer(async (socket) => {
    for await (const line of readline.createInterface({ input: socket })) {
      const [command, key, value] = line.split(' ');
      if (command === 'save') await store.snapshot();
      else await store.set(key, value);
      socket.write('ok\n');
    }
  });
}

async function client(port, lines) {
  const socket = net.connect(port, '127.0.0.1');
  let answers = 0;
  const all = new Promise((resolve, reject) => {
    socket.on('error', reject);
    readline.createInterface({ input: socket }).on('line', () => {
      if (++answers === lines.length) resolve();
    });
  });
  for (const line of lines) socket.write(line + '\n');
  await all;
  socket.end();
}

async function test() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'gen-c-'));
  const server = serve(await new Store(dir).load());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  await Promise.all([
    client(port, ['set a 1', 'set b 2', 'save', 'set c 3']),
    client(port, ['set d 4', 'save', 'set e 5', 'set d 6']),
    client(port, ['save', 'save', 'set f 7']),
  ]);
  server.close();
  const again = await new Store(dir).load();
  const sorted = Object.fromEntries([...again.data].sort());
  assert.deepStrictEqual(sorted, { a: '1', b: '2', c: '3', d: '6', e: '5', f: '7' });
  assert.strictEqual(again.generation, 4);
  await fs.rm(dir, { recursive: true });
}

test();
