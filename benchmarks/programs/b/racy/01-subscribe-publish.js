// A message broker: "SUB topic" and "PUB topic text", one command a line. Subscribing needs a look at the permissions.
const net = require('net');
const fs = require('fs');
const assert = require('assert');

const topics = new Map();
function subscribe(topic, socket) {
  fs.readFile(__filename, 'utf8', (err, permissions) => {
    if (err || !permissions.includes(topic)) return socket.write('denied\n');
    if (!topics.has(topic)) topics.set(topic, new Set());
    topics.get(topic).add(socket);
  });
}

const broker = net.createServer((socket) => {
  let rest = '';
  socket.setEncoding('utf8');
  socket.on('data', (data) => {
    const lines = (rest + data).split('\n');
    rest = lines.pop();
    for (const line of lines) {
      const [command, topic, ...text] = line.split(' ');
      if (command === 'SUB') subscribe(topic, socket);
      else {
        const receivers = topics.get(topic) ?? [];
        for (const s of receivers) s.write(text.join(' ') + '\n');
        socket.write(`published ${receivers.size ?? 0}\n`);
      }
    }
  });
  socket.on('close', () => topics.forEach((set) => set.delete(socket)));
});

broker.listen(0, '127.0.0.1', () => {
  const { port } = broker.address();
  const radio = net.connect(port, '127.0.0.1');
  radio.write('SUB weather\n');
  setTimeout(() => {
    const station = net.connect(port, '127.0.0.1');
    station.write('PUB weather sunny\n');
    station.on('data', (answer) => {
      station.end();
      radio.end();
      broker.close();
      assert.strictEqual(String(answer), 'published 1\n');
    });
  }, 100);
});
