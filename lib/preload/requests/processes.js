'use strict';
// Messages between processes (process.send). Before a message that a request sends goes one of the kind that Node keeps
// for itself, with its flow: a program that is not recorded does not hear of that one. It has the number of the message
// on its channel, since messages wait for the first listener, and those of Node's kind do not.

const { current, within } = require('./context.js');
const { makeMark } = require('./marks.js');
const { receive, send } = require('./messages.js');
const { replace } = require('./replace.js');

const { apply } = Reflect;

const QUEUE = 'process';
// A process that a request starts, such as a compiler, belongs to that: no proof hears of what it is done with.
const STARTED_QUEUE = 'process of a request';
const OURS = 'NODE_NACD_FLOW'; // Node tells no listener of 'message' what begins with NODE_
const channels = makeMark(); // ChildProcess or process -> {queue, sent, got, flows}

let name; // of this program, in reports

const isPromise = (value) => typeof value?.then === 'function';

function channelOf(end) {
  if (channels.get(end) === undefined) channels.set(end, { queue: QUEUE, sent: 0, got: 0, flows: new Map() });
  return channels.get(end);
}

const sends = (original) => function (message) {
  const channel = channelOf(this);
  channel.sent++;
  const sent = this.connected && message !== undefined ? send(channel.queue) : undefined;
  if (sent) apply(original, this, [{ cmd: OURS, number: channel.sent, text: sent.text }]);
  return apply(original, this, arguments);
};

const callAll = (listeners, self, args) => listeners.map((listener) => apply(listener, self, args));

// The message is dealt with when the promises of its listeners are settled.
function dispatched(end, args, text) {
  const { context, done } = receive({ queue: QUEUE, text, via: 'process', name });
  let results = [];
  try {
    results = within(context, callAll, undefined, [end.rawListeners('message'), end, args]);
  } finally {
    Promise.all(results.filter(isPromise)).then(done, done);
  }
  return true;
}

// A program may emit 'message' by itself. With a listener the next one is the one that was told.
function take(end, { number, text }) {
  const channel = channelOf(end);
  if (end.listenerCount('message') > 0) channel.got = number - 1;
  channel.flows.set(number, text);
  return true;
}

function next(end) {
  const channel = channelOf(end);
  const text = channel.flows.get(++channel.got);
  channel.flows.delete(channel.got);
  return text;
}

const emits = (original) => function (event, ...args) {
  if (event === 'internalMessage' && args[0]?.cmd === OURS) return take(this, args[0]);
  const text = event === 'message' ? next(this) : undefined;
  return text === undefined ? apply(original, this, [event, ...args]) : dispatched(this, args, text);
};

/** Watches the messages of the children that a module, which is child_process, starts. */
function watchChildren({ ChildProcess: { prototype } }) {
  replace(prototype, 'emit', emits);
  replace(prototype, 'spawn', (original) => function spawn() {
    const result = apply(original, this, arguments);
    if (!Object.hasOwn(this, 'send')) return result;
    replace(this, 'send', sends);
    if (current()?.request) channelOf(this).queue = STARTED_QUEUE;
    return result;
  });
}

/** Watches the messages from and to the process that has started this one. `main`: the main file of this one. */
function watchParent(main) {
  name = main;
  if (typeof process.send !== 'function') return;
  replace(process, 'send', sends);
  replace(process, 'emit', emits);
}

module.exports = { watchChildren, watchParent };
