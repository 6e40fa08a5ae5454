// A small key-value server: commands are logged; a snapshot replaces the log from time to time.
// The module comes first, its test at the end.
const net = require('net');
const fs = require('fs/promises');
const os = require('os');
const path = require('path');
const readline = require('readline');
const { once } = require('events');
const assert = require('assert');

class Store {
  constructor(dir) {
    this.log = path.join(dir, 'commands.log');
    this.snapshotFile = path.join(dir, 'snapshot.json');
    this.data = new Map();
  }

  async load() {
    try {
      this.data = new Map(JSON.parse(await fs.readFile(this.snapshotFile, 'utf8')));
    } catch (err) {
      if (err.code !== 'ENOENT') throw err;
    }
    const log = await fs.readFile(this.log, 'utf8').catch(() => '');
    for (const line of log.split('\n').filter(Boolean)) this.apply(JSON.parse(line));
    return this;
  }

  apply([command, key, value]) {
    if (command === 'set') this.data.set(key, value);
    else if (command === 'del') this.data.delete(key);
  }

  async execute(command) {
    await fs.appendFile(this.log, JSON.stringify(command) + '\n');
    this.apply(command);
  }

  async snapshot() {
    const text = JSON.stringify([...this.data]);
    const tmp = this.snapshotFile + '.tmp';
    await fs.writeFile(tmp, text);
    await fs.rename(tmp, this.snapshotFile);
    await fs.truncate(this.log);
  }
}

class Server {
  constructor(store) {
    this.store = store;
    this.server = net.createServer((socket) => this.serve(socket));
  }

  async listen() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.server.address().port;
  }

  async serve(socket) {
    for await (const line of readline.createInterface({ input: socket })) {
      const [command, key, value] = line.split(' ');
      if (command === 'get') {
        socket.write(`${this.store.data.get(key) ?? '(none)'}\n`);
      } else if (command === 'save') {
        await this.store.snapshot();
        socket.write('saved\n');
      } else {
        await this.store.execute([command, key, value]);
        socket.write('ok\n');
      }
    }
  }

  close() {
    this.server.close();
  }
}

class Client {
  constructor(port) {
    this.socket = net.connect(port, '127.0.0.1');
    this.answers = readline.createInterface({ input: this.socket });
  }

  async send(line) {
    const answer = once(this.answers, 'line');
    this.socket.write(line + '\n');
    return (await answer)[0];
  }

  end() {
    this.socket.end();
  }
}

async function test() {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'snap-'));
  const server = new Server(await new Store(dir).load());
  const port = await server.listen();
  const admin = new Client(port);
  const user = new Client(port);

  for (let i = 0; i < 3; i++) assert.strictEqual(await user.send(`set k${i} ${i}`), 'ok');
  const saving = admin.send('save');
  await new Promise((r) => setTimeout(r, 150));
  assert.strictEqual(await user.send('set late 9'), 'ok');
  assert.strictEqual(await user.send('get late'), '9');
  assert.strictEqual(await saving, 'saved');
  admin.end();
  user.end();
  server.close();

  const again = await new Store(dir).load(); // as after a restart
  assert.deepStrictEqual(Object.fromEntries(again.data), { k0: '0', k1: '1', k2: '2', late: '9' });
  await fs.rm(dir, { recursive: true });
}

test();
