// Long polling with numbered messages, so that nothing is lost between two polls.
// The module comes first, its test at the end.
const http = require('http');
const { once } = require('events');
const assert = require('assert');

class Channel {
  constructor() {
    this.messages = [];
    this.waiting = [];
  }

  publish(text) {
    this.messages.push(text);
    const ready = this.waiting;
    this.waiting = [];
    for (const { from, deliver } of ready) this.after(from, deliver);
  }

  after(from, deliver) {
    if (from < this.messages.length) deliver(this.messages.slice(from));
    else this.waiting.push({ from, deliver });
  }
}

class Server {
  constructor() {
    this.channels = new Map();
    this.server = http.createServer((req, res) => {
      const [, action, name, argument] = req.url.split('/').map(decodeURIComponent);
      if (!this.channels.has(name)) this.channels.set(name, new Channel());
      const channel = this.channels.get(name);
      if (action === 'say') {
        channel.publish(argument);
        return res.writeHead(204).end();
      }
      channel.after(Number(argument), (messages) => res.end(JSON.stringify(messages)));
    });
  }

  async listen() {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.server.address().port;
  }
}

class Client {
  constructor(port) {
    this.port = port;
  }

  get(...parts) {
    const path = '/' + parts.map(encodeURIComponent).join('/');
    return new Promise((resolve, reject) => {
      http.get({ port: this.port, path, agent: false }, (res) => {
        let body = '';
        res.setEncoding('utf8');
        res.on('data', (d) => (body += d));
        res.on('end', () => resolve(body));
      }).on('error', reject);
    });
  }

  say(channel, text) {
    return this.get('say', channel, text);
  }

  async* follow(channel) {
    for (let next = 0; ; ) {
      const messages = JSON.parse(await this.get('next', channel, String(next)));
      next += messages.length;
      yield* messages;
    }
  }
}

async function test() {
  const server = new Server();
  const port = await server.listen();
  const words = ['one', 'two', 'three', 'four', 'bye'];

  const follower = async (start) => {
    await new Promise((r) => setTimeout(r, start));
    const heard = [];
    for await (const word of new Client(port).follow('room')) {
      heard.push(word);
      if (word === 'bye') return heard;
    }
  };
  const speaker = async () => {
    const client = new Client(port);
    for (const word of words) {
      await client.say('room', word);
      await client.say('elsewhere', 'noise');
    }
  };
  const [, ...heard] = await Promise.all([speaker(), follower(0), follower(10), follower(60)]);
  for (const list of heard) assert.deepStrictEqual(list, words);
  server.server.close();
}

test();
