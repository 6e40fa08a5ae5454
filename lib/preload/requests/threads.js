'use strict';
// Messages between the threads of a process, also those to all of them (BroadcastChannel). A message that a request
// sends goes along in an object that has its flow, too; the thread that gets it is recorded as well, and its program
// gets the message as it was sent. Node sends messages of its own on ports of its own: only those of the program carry
// a flow.

const { enter, current, within } = require('./context.js');
const { FLOW } = require('./flows.js');
const { receive, send } = require('./messages.js');
const { replace } = require('./replace.js');

const { apply } = Reflect;

const DISPATCH = Symbol.for('nodejs.internal.kHybridDispatch');
const QUEUE = 'thread';
const MESSAGE = 'message';

const ours = new WeakSet(); // workers and ports of the program: Node has a thread of its own that loads modules
const wrappers = new WeakMap(); // listener -> what takes its place
let BroadcastChannel; // Node has none of its own
let MessagePort;
let name; // of this thread, in reports
let results; // of the listeners of the message that is being dispatched

function once(fn) {
  let isCalled = false;
  return () => {
    if (!isCalled) fn();
    isCalled = true;
  };
}

const isObject = (value) => value !== null && typeof value === 'object';
const isPromise = (value) => typeof value?.then === 'function';

/** Takes workers and ports that the program has made, or got. */
function addOurs(made) {
  for (const one of made) ours.add(one);
}

// Libraries give a worker a port as its data, or as a property of a message or of the data.
function addFound(value) {
  if (!isObject(value)) return;
  const isPort = (one) => isObject(one) && Object.getPrototypeOf(one) === MessagePort.prototype;
  addOurs([value, ...Object.values(value)].filter(isPort));
}

function carrying(message) {
  const sent = send(QUEUE);
  return sent === undefined ? message : { [FLOW]: sent.text, message };
}

// Without the message the function throws an error of its own.
const sends = (original) => function postMessage(message, ...more) {
  const isOurs = arguments.length > 0 && (ours.has(this) || this instanceof BroadcastChannel);
  const result = apply(original, this, isOurs ? [carrying(message), ...more] : arguments);
  if (isOurs) current()?.answered?.(); // that of a message that was read from a port
  return result;
};

const isCarrier = (data) => isObject(data) && Object.hasOwn(data, FLOW);
const received = ({ [FLOW]: text }) => receive({ queue: QUEUE, text, via: 'thread', name });

// The message is dealt with when the promises of its listeners are settled.
function dispatched(original, port, { message, ...carrier }, more) {
  addFound(message);
  const { context, done } = received(carrier);
  const outer = results;
  results = [];
  try {
    return within(context, original, port, [message, ...more]);
  } finally {
    Promise.all(results).then(done, done);
    results = outer;
  }
}

const dispatch = (original) => function (data, type, ...more) {
  if (type === MESSAGE && isCarrier(data)) return dispatched(original, this, data, [type, ...more]);
  if (type === MESSAGE) addFound(data);
  return apply(original, this, [data, type, ...more]);
};

function listening(listener) {
  if (typeof listener !== 'function') return listener;
  if (!wrappers.has(listener)) {
    wrappers.set(listener, function listen() {
      const result = apply(listener, this, arguments);
      if (isPromise(result)) results?.push(result);
      return result;
    });
  }
  return wrappers.get(listener);
}

const withListener = (original) => function (type, listener, ...more) {
  return apply(original, this, [type, type === MESSAGE ? listening(listener) : listener, ...more]);
};

// A loop that reads its port has the message until it answers. A request that reads one goes on as what it is.
function opened({ message, ...carrier }) {
  const outer = current();
  const { context, done } = received(carrier);
  if (outer?.request !== undefined && outer.answered === undefined) done();
  else enter({ ...context, answered: once(done) });
  return message;
}

const reads = (original) => function receiveMessageOnPort(port) {
  const read = apply(original, this, arguments);
  if (read === undefined) return read;
  if (isCarrier(read.message)) read.message = opened(read.message);
  addFound(read.message);
  return read;
};

/** Watches the messages of a module that is worker_threads. `main`: the main file of this thread. */
function watchThreads(exports, main) {
  const { Worker, parentPort, workerData } = exports;
  ({ BroadcastChannel, MessagePort } = exports);
  const { prototype } = MessagePort;
  if (typeof prototype[DISPATCH] !== 'function' || process.permission) return;
  name = main;
  if (parentPort) ours.add(parentPort);
  addFound(workerData);
  const channels = BroadcastChannel.prototype;
  // Methods that a port has of its parents are put on the class of ports, which are all that is to be changed.
  for (const holder of [Worker.prototype, prototype, channels]) replace(holder, 'postMessage', sends);
  replace(prototype, DISPATCH, dispatch);
  for (const key of ['addEventListener', 'removeEventListener']) {
    for (const holder of [prototype, channels]) replace(holder, key, withListener);
  }
  replace(exports, 'receiveMessageOnPort', reads);
}

module.exports = { addOurs, watchThreads };
