'use strict';
// kafkajs. The flow goes along in a header of each message, which the consumer's functions do not see.

const { OUTSIDE, within } = require('../context.js');
const { FLOW } = require('../flows.js');
const { makeMark } = require('../marks.js');
const { consumes, drop, receive, send, sending } = require('../messages.js');

const { apply } = Reflect;

const flowOf = makeMark(); // of a message that was taken in

function withFlow(topic, message, added) {
  const flow = send(topic);
  if (flow === undefined || typeof message !== 'object' || message === null) return message;
  added.push([topic, flow]);
  return { ...message, headers: { ...message.headers, [FLOW]: flow.text } };
}

const withFlows = ({ topic, messages, ...more }, added) => ({
  topic, ...more, messages: Array.isArray(messages) ? messages.map((one) => withFlow(topic, one, added)) : messages,
});

// A batch that is not sent has no consumer.
function watched(sent, added) {
  sent.catch(() => { for (const [topic, flow] of added) drop(topic, flow); });
  return sent;
}

const producer = (original) => function make(...args) {
  const made = apply(original, this, args);
  return {
    ...made,
    send(request) {
      const added = [];
      return watched(sending(made.send, undefined, [withFlows(request, added)]), added);
    },
    sendBatch(request) {
      const added = [];
      const topicMessages = request.topicMessages?.map((one) => withFlows(one, added));
      return watched(sending(made.sendBatch, undefined, [{ ...request, topicMessages }]), added);
    },
  };
};

// A function that failed gets its messages again.
function taken(topic, message) {
  const { headers } = message;
  consumes('kafka', topic);
  if (headers?.[FLOW] !== undefined) {
    flowOf.set(message, String(headers[FLOW]));
    delete headers[FLOW];
  }
  return receive({ queue: topic, text: flowOf.get(message), via: 'kafka' });
}

async function run(fn, given, messages) {
  // Of several messages nobody knows which one the function deals with.
  const context = messages.length === 1 ? messages[0].context : OUTSIDE;
  const result = await within(context, fn, undefined, [given]);
  for (const { done } of messages) done();
  return result;
}

const consumer = (original) => function make(...args) {
  const made = apply(original, this, args);
  const { run: start } = made;
  made.run = function runWithFlows({ eachMessage, eachBatch, ...more } = {}) {
    const own = { ...more };
    if (eachMessage) own.eachMessage = (given) => run(eachMessage, given, [taken(given.topic, given.message)]);
    if (eachBatch) {
      const all = ({ topic, messages }) => messages.map((one) => taken(topic, one));
      own.eachBatch = (given) => run(eachBatch, given, all(given.batch));
    }
    return start(own);
  };
  return made;
};

/** Functions that take the place of the package's, by the name that model/stores gives them. */
const replaced = { consumer, producer };

module.exports = { replaced };
