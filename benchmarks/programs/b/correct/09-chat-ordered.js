// A chat: who joins gets the history from the log first, then all that is said. The room does one thing at a time.
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');
const readline = require('readline');
const assert = require('assert');

const log = path.join(os.tmpdir(), `chat-c-${process.pid}-${Date.now()}.log`);
fs.writeFileSync(log, 'welcome\n');
process.on('exit', () => fs.rmSync(log, { force: true }));

const members = new Set();
let turn = Promise.resolve();

const commands = {
  async join(socket) {
    socket.write(await fs.promises.readFile(log, 'utf8'));
    members.add(socket);
  },
  async say(socket, text) {
    await fs.promises.appendFile(log, text + '\n');
    for (const member of members) member.write(text + '\n');
  },
};

const server = net.createServer((socket) => {
  readline.createInterface({ input: socket }).on('line', (line) => {
    const [command, ...text] = line.split(' ');
    turn = turn.then(() => commands[command](socket, text.join(' ')));
  });
  socket.on('close', () => members.delete(socket));
  socket.on('error', () => members.delete(socket));
});

function enter(port, messages) {
  return new Promise((resolve, reject) => {
    const lines = [];
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', reject);
    readline.createInterface({ input: socket }).on('line', (line) => {
      lines.push(line);
      if (lines.length < 5) return;
      resolve({ lines, socket });
    });
    socket.write('join\n');
    const say = () => {
      socket.write(`say ${messages.shift()}\n`);
      if (messages.length) setTimeout(say, 10);
    };
    setTimeout(say, 5);
  });
}

server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const guests = await Promise.all([enter(port, ['hello', 'bye']), enter(port, ['good morning', 'so long'])]);
  const [a, b] = guests.map((g) => g.lines);
  assert.deepStrictEqual(a, b);
  assert.strictEqual(a[0], 'welcome');
  assert.ok(a.indexOf('hello') < a.indexOf('bye'));
  assert.ok(a.indexOf('good morning') < a.indexOf('so long'));
  guests.forEach((g) => g.socket.end());
  server.close();
});
