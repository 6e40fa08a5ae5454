// A message broker: "SUB topic" and "PUB topic text". A subscription is acknowledged once it is in force.
const net = require('net');
const fs = require('fs');
const readline = require('readline');
const assert = require('assert');

const topics = new Map();
const broker = net.createServer((socket) => {
  readline.createInterface({ input: socket }).on('line', (line) => {
    const [command, topic, ...text] = line.split(' ');
    if (command === 'SUB') {
      fs.readFile(__filename, 'utf8', (err, permissions) => {
        if (err || !permissions.includes(topic)) return socket.write('DENIED\n');
        if (!topics.has(topic)) topics.set(topic, new Set());
        topics.get(topic).add(socket);
        socket.write('SUBSCRIBED\n');
      });
    } else {
      for (const s of topics.get(topic) ?? []) s.write(text.join(' ') + '\n');
    }
  });
  socket.on('close', () => topics.forEach((set) => set.delete(socket)));
});

broker.listen(0, '127.0.0.1', () => {
  const { port } = broker.address();
  const heard = [];
  const radio = net.connect(port, '127.0.0.1');
  radio.write('SUB weather\n');
  readline.createInterface({ input: radio }).on('line', (line) => {
    if (line === 'SUBSCRIBED') {
      net.connect(port, '127.0.0.1').end('PUB weather sunny\nPUB traffic calm\nPUB weather rain\n');
      return;
    }
    heard.push(line);
    if (heard.length === 2) {
      radio.end();
      broker.close();
    }
  });
  process.on('exit', () => assert.deepStrictEqual(heard, ['sunny', 'rain']));
});
