'use strict';
// amqplib. The flow goes along in a header of each message, which consumers do not see. A message is dealt with when it
// is acknowledged, or refused for good, and the promise that its consumer returned is settled.

const { within } = require('../context.js');
const { FLOW } = require('../flows.js');
const { asks, consumes, doneAfter, drop, receive, send } = require('../messages.js');

const { apply } = Reflect;

const open = new WeakMap(); // channel -> Map: number of a delivery -> function that takes that it is acknowledged

const nameOf = (exchange, key) => (exchange === '' ? key : `${exchange}/${key}`);

const publish = (original) => function publishWithFlow(exchange, key, content, options, ...more) {
  const queue = nameOf(exchange, key);
  const message = send(queue);
  if (message === undefined) return apply(original, this, [exchange, key, content, options, ...more]);
  const headers = Object.create(options?.headers ?? null); // the package sends those that are inherited, too
  headers[FLOW] = message.text;
  try {
    return apply(original, this, [exchange, key, content, { ...options, headers }, ...more]);
  } catch (error) {
    drop(queue, message); // the channel is closed
    throw error;
  }
};

// The program gets a message as it was sent.
function cut(message) {
  const { headers } = message.properties;
  const text = headers?.[FLOW];
  if (text !== undefined) delete headers[FLOW];
  return text === undefined ? undefined : String(text);
}

const about = ({ fields: { exchange, routingKey } }, text, name) => (
  { queue: nameOf(exchange, routingKey), text, via: 'amqp', name });

function openOf(channel) {
  if (!open.has(channel)) open.set(channel, new Map());
  return open.get(channel);
}

function consumed(channel, queue, callback, isAuto, message) {
  const text = cut(message);
  const { context, done } = receive(about(message, text, queue));
  let left = isAuto ? 1 : 2;
  const end = () => { if (--left === 0) done(); };
  if (text !== undefined && !isAuto) openOf(channel).set(message.fields.deliveryTag, end);
  const result = within(context, callback, undefined, [message]);
  if (isAuto) doneAfter([result], { context, done: end });
  else Promise.resolve(result).then(end, end);
  return result;
}

const consume = (original) => function consumeWithFlow(queue, callback, options, ...more) {
  const isAuto = options?.noAck === true;
  consumes('amqp', queue);
  const own = (message) => (message === null ? callback(null) : consumed(this, queue, callback, isAuto, message));
  return apply(original, this, [queue, typeof callback === 'function' ? own : callback, options, ...more]);
};

// Takes the end of one delivery, or of all up to it; of all if there is none.
function settle(channel, message, isWhole, isForGood) {
  const ends = open.get(channel);
  if (ends === undefined) return;
  const tag = message?.fields.deliveryTag;
  for (const [number, end] of [...ends]) {
    if (tag !== undefined && number !== tag && !(isWhole && number < tag)) continue;
    ends.delete(number);
    if (isForGood) end();
  }
}

// A message that goes back to its queue comes again.
const settling = (read) => (original) => function call(...args) {
  const result = apply(original, this, args);
  const { message, isWhole = false, isForGood } = read(...args);
  settle(this, message, isWhole, isForGood);
  return result;
};

const ack = settling((message, isWhole) => ({ message, isWhole, isForGood: true }));
const ackAll = settling(() => ({ isForGood: true }));
const nack = settling((message, isWhole, again = true) => ({ message, isWhole, isForGood: !again }));
const nackAll = settling((again = true) => ({ isForGood: !again }));
const reject = settling((message, again = true) => ({ message, isForGood: !again }));

// A consumer that asks has the message until it asks again.
function got(queue, take) {
  return (message) => {
    const text = message ? cut(message) : undefined;
    if (text !== undefined) take([about(message, text, queue)]);
    return message;
  };
}

const get = (original) => function getWithFlow(queue, options, callback) {
  const take = got(queue, asks());
  consumes('amqp', queue);
  if (typeof callback !== 'function') return apply(original, this, [queue, options]).then(take);
  return apply(original, this, [queue, options, (error, message) => callback(error, take(message))]);
};

/** Functions that take the place of the package's, by the name that model/stores gives them. */
const replaced = { ack, ackAll, consume, get, nack, nackAll, publish, reject };

module.exports = { replaced };
