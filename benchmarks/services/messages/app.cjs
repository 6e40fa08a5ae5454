'use strict';
// Takes orders on PORT and sends each to a queue (KIND: bullmq, amqp, stream, list). A worker, another process, looks
// up how many seats are left, and writes one less: two orders may sell one seat. With FIXED one order is dealt with at
// a time. "reset" as an argument puts the state back.
const { fork } = require('node:child_process');
const { once } = require('node:events');
const http = require('node:http');
const Redis = require('ioredis');

const { AMQP_URL, FIXED, KIND, PORT, REDIS_URL } = process.env;
const AT_ONCE = FIXED ? 1 : 2;
const QUEUE = 'orders';

const connect = () => new Redis(REDIS_URL, { maxRetriesPerRequest: null });

const KINDS = {
  bullmq: {
    async sender() {
      const queue = new (require('bullmq').Queue)(QUEUE, { connection: connect() });
      await queue.waitUntilReady();
      return (order) => queue.add('sell', order);
    },
    async receive(handle) {
      const { Worker } = require('bullmq');
      const settings = { connection: connect(), concurrency: AT_ONCE };
      await new Worker(QUEUE, ({ data }) => handle(data), settings).waitUntilReady();
    },
  },
  amqp: {
    async channel() {
      const channel = await (await require('amqplib').connect(AMQP_URL)).createChannel();
      await channel.assertQueue(QUEUE);
      return channel;
    },
    async sender() {
      const channel = await this.channel();
      return (order) => channel.sendToQueue(QUEUE, Buffer.from(JSON.stringify(order)));
    },
    async receive(handle) {
      const channel = await this.channel();
      await channel.prefetch(AT_ONCE);
      await channel.consume(QUEUE, async (message) => {
        await handle(JSON.parse(message.content));
        channel.ack(message);
      });
    },
  },
  stream: {
    async sender() {
      const redis = connect();
      return ({ train }) => redis.xadd(QUEUE, '*', 'train', train);
    },
    async receive(handle) {
      await connect().xgroup('CREATE', QUEUE, 'g', '0', 'MKSTREAM').catch(() => {}); // it is there
      for (let reader = 0; reader < AT_ONCE; reader++) this.read(connect(), `c${reader}`, handle);
    },
    async read(redis, name, handle) {
      for (;;) {
        const found = await redis.xreadgroup('GROUP', 'g', name, 'COUNT', 1, 'BLOCK', 0, 'STREAMS', QUEUE, '>');
        for (const [id, [, train]] of found[0][1]) {
          await handle({ train });
          await redis.xack(QUEUE, 'g', id);
        }
      }
    },
  },
  list: {
    async sender() {
      const redis = connect();
      return (order) => redis.lpush(QUEUE, JSON.stringify(order));
    },
    async receive(handle) {
      for (let reader = 0; reader < AT_ONCE; reader++) this.read(connect(), handle);
    },
    async read(redis, handle) {
      for (;;) {
        const [, order] = await redis.brpop(QUEUE, 0);
        await handle(JSON.parse(order));
      }
    },
  },
};

async function work() {
  const redis = connect();
  await KINDS[KIND].receive(async ({ train }) => {
    const left = Number(await redis.get(`seats:${train}`));
    if (left > 0) await redis.set(`seats:${train}`, left - 1);
  });
  process.on('disconnect', () => process.exit());
  process.send('ready');
}

async function serve() {
  await once(fork(__filename), 'message');
  const send = await KINDS[KIND].sender();
  http.createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    await send(JSON.parse(body));
    response.writeHead(202).end();
  }).listen(PORT, '127.0.0.1');
}

async function reset() {
  const redis = connect();
  await redis.flushall();
  await redis.set('seats:G7', 9);
  if (KIND === 'amqp') await (await KINDS.amqp.channel()).purgeQueue(QUEUE);
  process.exit();
}

if (process.argv[2] === 'reset') reset();
else if (process.send) work();
else serve();
