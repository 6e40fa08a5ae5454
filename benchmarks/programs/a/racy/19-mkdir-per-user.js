// Receives files over a simple protocol ("user name\n") and sorts them into one folder per user.
const net = require('net');
const fs = require('fs');
const os = require('os');
const path = require('path');
const assert = require('assert');

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'users-'));
process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }));

async function store(user, name) {
  const folder = path.join(root, user);
  try {
    await fs.promises.access(folder);
  } catch {
    await fs.promises.mkdir(folder);
  }
  await fs.promises.writeFile(path.join(folder, name), 'content of ' + name);
}

let stored = 0;
const server = net.createServer((socket) => {
  socket.setEncoding('utf8');
  socket.once('data', async (line) => {
    const [user, name] = line.trim().split(' ');
    await store(user, name);
    socket.end('stored\n');
    if (++stored === 2) {
      server.close();
      assert.deepStrictEqual(fs.readdirSync(path.join(root, 'eva')).sort(), ['a.txt', 'b.txt']);
    }
  });
});

server.listen(0, '127.0.0.1', () => {
  const send = (line) => net.connect(server.address().port, '127.0.0.1').end(line);
  send('eva a.txt\n');
  setTimeout(send, 40, 'eva b.txt\n');
});
