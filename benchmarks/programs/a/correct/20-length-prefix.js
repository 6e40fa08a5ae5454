// Frames over TCP: four bytes of length, then JSON. Requests are answered in any order, by their id.
const net = require('net');
const fs = require('fs/promises');
const assert = require('assert');

function frames(socket, onFrame) {
  let buffer = Buffer.alloc(0);
  socket.on('data', (data) => {
    buffer = Buffer.concat([buffer, data]);
    while (buffer.length >= 4 && buffer.length >= 4 + buffer.readUInt32BE(0)) {
      const end = 4 + buffer.readUInt32BE(0);
      onFrame(JSON.parse(buffer.subarray(4, end)));
      buffer = buffer.subarray(end);
    }
  });
}

function send(socket, message) {
  const body = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length);
  socket.write(head);
  socket.write(body);
}

const server = net.createServer((socket) => {
  frames(socket, async ({ id, method, argument }) => {
    let result;
    if (method === 'size') result = (await fs.stat(argument)).size;
    else if (method === 'sleep') result = await new Promise((r) => setTimeout(r, argument, argument));
    else result = argument;
    send(socket, { id, result });
  });
});

class Rpc {
  constructor(port) {
    this.calls = new Map();
    this.lastId = 0;
    this.socket = net.connect(port, '127.0.0.1');
    frames(this.socket, ({ id, result }) => {
      this.calls.get(id)(result);
      this.calls.delete(id);
    });
  }

  call(method, argument) {
    return new Promise((resolve) => {
      this.calls.set(++this.lastId, resolve);
      send(this.socket, { id: this.lastId, method, argument });
    });
  }
}

server.listen(0, '127.0.0.1', async () => {
  const rpc = new Rpc(server.address().port);
  const { size } = await fs.stat(__filename);
  const long = 'x'.repeat(50000);
  const results = await Promise.all([
    rpc.call('sleep', 30), rpc.call('size', __filename), rpc.call('echo', long), rpc.call('sleep', 1),
  ]);
  assert.deepStrictEqual(results, [30, size, long, 1]);
  rpc.socket.end();
  server.close();
});
