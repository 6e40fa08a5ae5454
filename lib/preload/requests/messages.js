'use strict';
// Messages of queues. They carry the flow of the request that sends them, so that what a consumer does with one belongs
// to that flow: it is recorded as a request of its own, without an answer.

const { MESSAGE, NOT_RECORDED } = require('../../trace/protocol.js');
const { LEFT_OUT, OUTSIDE, current, enter, isLeftOut, within } = require('./context.js');
const { callOf, parsed, writeMessage } = require('./flows.js');
const { whenIdle } = require('./idle.js');
const { tell, tellWork } = require('./listeners.js');

const { nextTick } = process;
const { queueMicrotask } = globalThis;

let recording;
const groups = new Set(); // that this process is a consumer of

// All that a consumer does with one message.
class Consumed {
  constructor(queue, { flow, call }) {
    this.number = recording.nextRequest();
    this.flow = flow;
    this.call = call;
    this.queue = queue;
    this.operations = 0;
    this.ended = 0; // of these
    this.context = { request: this, site: undefined, quiet: false };
  }

  handler() {
    return undefined;
  }
}

const LEFT_OUT_MESSAGE = { text: NOT_RECORDED, id: undefined, request: undefined };

/**
 * Returns {text, id} of a message that the running code sends to `queue`: `text` is to go along with it. Undefined if
 * no request sends it.
 */
function send(queue) {
  const context = current();
  if (isLeftOut(context)) return LEFT_OUT_MESSAGE;
  const request = context?.sender ?? (context?.quiet ? undefined : context?.request);
  if (request === undefined) return undefined;
  const { call: id, text } = callOf(request, queue);
  tellWork('sent', request, queue, id);
  return { text, id, request };
}

/** Takes that nobody will deal with a message of send(). */
function drop(queue, { request, id }) {
  tellWork('done', request, queue, id);
}

/**
 * Takes that this process is a consumer of the queue `name`, of the kind `via`, of which each message goes to one:
 * another program that is one, too, may get the next message.
 */
function consumes(via, name) {
  const group = `${via} ${name}`;
  if (groups.has(group)) return;
  groups.add(group);
  recording.write({ type: 'consumer', t: recording.now(), group });
}

/**
 * Takes a message that a consumer of `queue` has got. `text` is what send() gave, or undefined; `via` the kind of the
 * queue; `name` tells it in reports. Returns {context, done()}: the context in which the consumer deals with it, and
 * what to call when that is done for good.
 */
function receive({ queue, text, via, name = queue }) {
  if (text === undefined) return { context: OUTSIDE, done() {} };
  if (text === NOT_RECORDED) return { context: LEFT_OUT, done() {} };
  const request = new Consumed(queue, parsed(text));
  const { number, flow, call: id } = request;
  const t = recording.now();
  recording.write({ type: 'request', t, request: number, flow, method: MESSAGE, target: `/${name}`, headers: [], via });
  writeMessage('receive', id, request, queue);
  tell('message', request);
  const done = () => {
    writeMessage('done', id, request, queue);
    tellWork('done', request, queue, id);
  };
  return { context: request.context, done };
}

const isPromise = (value) => typeof value?.then === 'function';

// Nobody says when the message is dealt with.
function doneWhenIdle({ context: { request }, done }) {
  if (request !== undefined) whenIdle(request, done);
}

/**
 * Calls done() of a message when it is dealt with: when the promises among `results`, which those who got it have
 * returned, are settled. One who returns none may have begun work all the same.
 */
function doneAfter(results, { context, done }) {
  const promises = results.filter(isPromise);
  if (promises.length > 0) Promise.all(promises).then(done, done);
  else doneWhenIdle({ context, done });
}

/** Calls consume() for a message that was got, given as to receive(). It returns what the listeners return. */
function handOut(message, consume) {
  const { context, done } = receive(message);
  let results = [];
  try {
    results = within(context, consume, undefined, []);
  } finally {
    doneAfter(results, { context, done });
  }
}

// The context of a consumer that asks for messages, in a loop: it has what it asked for until it asks again.
class Reader {
  #isFirst;
  #taken = [];

  constructor(isFirst) {
    this.request = undefined;
    this.site = undefined;
    this.quiet = false;
    this.isLeftOut = false;
    this.own = undefined;
    this.#isFirst = isFirst;
  }

  // Of several messages nobody knows which one the consumer deals with.
  take(messages) {
    const taken = messages.map(receive);
    if (this.#isFirst && taken.length > 0) this.#offer(taken);
    else this.#have(taken);
  }

  #have(taken) {
    this.#taken = taken;
    if (taken.length !== 1) return;
    const [{ context }] = taken;
    this.request = context.request;
    this.quiet = context.quiet;
    this.isLeftOut = isLeftOut(context);
  }

  // Code that started the loop goes on in the context of its first call, too. Of these two the loop is the one that
  // runs as soon as the answer is there, before the turn is over.
  #offer(taken) {
    const own = new Reader(false);
    own.#have(taken);
    this.own = own;
    afterTurn(() => {
      if (this.own !== own) return;
      this.own = undefined;
      this.#taken = taken;
    });
  }

  // A loop that asks again need not have waited for the work that it began on the message.
  end() {
    this.#taken.forEach(doneWhenIdle);
    this.#taken = [];
    this.quiet = false;
    this.isLeftOut = false;
  }
}

// A tick that is set by the last microtask runs after all others.
function afterTurn(fn) {
  nextTick(() => queueMicrotask(() => nextTick(fn)));
}

// A request that asks goes on as what it is. Once it is answered, the code that asks is a loop that it has started.
const isOfRequest = (context) => context?.quiet || (context?.request !== undefined && !context.request.isAnswered);

/**
 * Takes that the running code asks for messages. Returns a function that takes those it gets, as receive() does: what
 * it does until it asks again belongs to the one that it got.
 */
function asks() {
  const context = current();
  const isReader = context instanceof Reader;
  if (isReader) context.end();
  else if (isOfRequest(context)) return () => {};
  const reader = new Reader(!isReader && context?.request === undefined);
  enter(reader);
  return (messages) => reader.take(messages);
}

/** Calls a function by which the program sends messages: what the client itself does for that is not recorded. */
function sending(original, self, args) {
  const context = current();
  if (context?.quiet) return Reflect.apply(original, self, args);
  return within({ request: undefined, site: undefined, quiet: true, sender: context?.request }, original, self, args);
}

function recordMessages(to) {
  recording = to;
}

module.exports = { asks, consumes, doneAfter, drop, handOut, receive, recordMessages, send, sending };
