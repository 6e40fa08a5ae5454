'use strict';
// Takes savings in, by RabbitMQ: a request is answered when its message is sent, and the consumer changes the account.
const amqp = require('amqplib');
const { call, expressApp, isFixed, listen } = require('./common.cjs');

const QUEUE = 'savings';

async function save({ account, amount }) {
  if (isFixed) return call('accounts', 'POST', `/accounts/${account}/add`, { amount });
  const { body: { balance } } = await call('accounts', 'GET', `/accounts/${account}`);
  return call('accounts', 'PUT', `/accounts/${account}`, { balance: balance + amount });
}

async function main() {
  const channel = await (await amqp.connect(process.env.AMQP_URL)).createChannel();
  await channel.assertQueue(QUEUE);
  await channel.prefetch(2);
  await channel.consume(QUEUE, async (message) => {
    await save(JSON.parse(message.content));
    channel.ack(message);
  });
  const app = expressApp();
  app.post('/savings', (req, res) => {
    channel.sendToQueue(QUEUE, Buffer.from(JSON.stringify(req.body)));
    res.status(202).json({ ok: true });
  });
  listen(app);
}

main();
