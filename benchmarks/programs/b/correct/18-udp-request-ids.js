// A vote counter over UDP. A request without an answer is repeated; the server counts each request once.
const dgram = require('dgram');
const fs = require('fs');
const assert = require('assert');

const votes = { yes: 0, no: 0 };
const counted = new Set();
const server = dgram.createSocket('udp4', (request, from) => {
  const [id, choice] = request.toString().split(' ');
  if (!counted.has(id)) {
    counted.add(id);
    votes[choice]++;
  }
  fs.stat(__filename, () => {
    if (closed) return;
    server.send(id, from.port, from.address);
  });
});
let closed = false;

class Voter {
  constructor(port) {
    this.port = port;
    this.lastId = 0;
    this.waiting = new Map();
    this.socket = dgram.createSocket('udp4', (answer) => {
      this.waiting.get(answer.toString())?.();
      this.waiting.delete(answer.toString());
    });
  }

  vote(choice) {
    const id = String(++this.lastId);
    return new Promise((resolve) => {
      const send = () => this.socket.send(`${id} ${choice}`, this.port, '127.0.0.1');
      const repeat = setInterval(send, 15);
      this.waiting.set(id, () => {
        clearInterval(repeat);
        resolve();
      });
      send();
    });
  }
}

server.bind(0, '127.0.0.1', async () => {
  const voter = new Voter(server.address().port);
  const choices = ['yes', 'no', 'yes', 'yes', 'no', 'yes'];
  await Promise.all(choices.map((choice) => voter.vote(choice)));
  assert.deepStrictEqual(votes, { yes: 4, no: 2 });
  voter.socket.close();
  closed = true;
  server.close();
});
