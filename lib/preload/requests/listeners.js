'use strict';
// The API by which requests and operations are held, in the process under test (the prover's). One object a thread:
//
//   onRequest(listener)    listener(request) is called before a server's listeners see the request. A promise that it
//                          returns delays them.
//   onOperation(listener)  listener(operation) is called at the call of the driver, before anything is sent. A promise
//                          that it returns delays the call. Where operation.sync is true it is ignored: the driver is
//                          synchronous, or the command is a part of a batch. Later calls of the same request on the
//                          same connection wait for one that is held, in their order; those of other requests go on.
//   onOperationEnd(listener)  listener(operation) is called when the result is known, before the program gets
//                          it. A promise that it returns delays the result, if that comes by a promise or a callback.
//   onResponse(listener)   listener(request) is called when the program has ended the response.
//   onMessage(listener)    listener(request) is called before the program deals with a message of a queue that another
//                          request sent: `request` is what it does with it.
//   onWork(listener)       listener({how, request, queue, id}): the request has 'sent' this message to a queue, or what
//                          its consumer does with it is 'done'.
//   Each returns a function that removes the listener. A listener that throws, or whose promise is rejected, is told on
//   standard error and the program goes on.
//
//   listening(site)        {host, port, isTls} of the latest server that listens at this call site, or undefined.
//   quietly(fn)            calls fn() and returns its result: what it and all that it starts do is not recorded, and no
//                          listener hears of it. Also for requests: those taken in by a server are recorded.
//   stores()               the stores that the program has used so far: [{ number, name, dialect, package,
//                          settings, open() }]. open() makes a second connection by the program's own copy of the
//                          driver: a promise of { query(text, values) => promise of rows, close() => promise }.
//   injectorOf(message)    for a request without a socket: again(options, onMessage), which makes another one and
//                          returns a promise of its answer. onMessage(message) is called before a listener hears of
//                          it.
//   currentRequest()       the request that the running code belongs to, or undefined.
//   quiet operations of the tool itself never count.
//
// A request: { number, method, target, headers (a flat list, as rawHeaders), via, message (the IncomingMessage),
//              response, status, operations (number of operations so far), handler() }
// An operation: { number, request (undefined: none is known), count (from 1 within the request), store (as in stores(),
//              by number), connection (number), api, statement, values, site, sync, t, end, rows, failed }

const { printError } = require('../../shown/standard-error.js');

const kinds = ['request', 'operation', 'operationEnd', 'response', 'message', 'work'];
const lists = Object.fromEntries(kinds.map((kind) => [kind, []]));
let isHeard = false; // while only recording nobody listens

function add(kind, listener) {
  lists[kind].push(listener);
  isHeard = true;
  return () => {
    const at = lists[kind].indexOf(listener);
    if (at >= 0) lists[kind].splice(at, 1);
  };
}

function complain(kind, error) {
  printError(`nacd: a listener of requests (${kind}) failed: ${error?.stack ?? error}`);
}

function call(kind, listener, subject) {
  try {
    return listener(subject);
  } catch (error) {
    complain(kind, error);
    return undefined;
  }
}

const isPromise = (value) => typeof value?.then === 'function';

/** Calls the listeners. Returns undefined, or a promise that is never rejected: hold until it is fulfilled. */
const tell = (kind, subject) => (isHeard ? tellAll(kind, subject) : undefined);

// A function that makes functions of its own allocates for them at each call.
function tellAll(kind, subject) {
  const listeners = lists[kind];
  if (listeners.length === 0) return undefined;
  const holds = listeners.map((listener) => call(kind, listener, subject)).filter(isPromise);
  if (holds.length === 0) return undefined;
  return Promise.all(holds.map((hold) => hold.then(() => {}, (error) => complain(kind, error)))).then(() => {});
}

/** Tells what became of the message `id` of `queue`: `how` is 'sent' or 'done'. */
function tellWork(how, request, queue, id) {
  if (isHeard) tell('work', { how, request, queue, id }); // most programs are only recorded: then no object is made
}

module.exports = {
  tell,
  tellWork,
  onRequest: (listener) => add('request', listener),
  onOperation: (listener) => add('operation', listener),
  onOperationEnd: (listener) => add('operationEnd', listener),
  onResponse: (listener) => add('response', listener),
  onMessage: (listener) => add('message', listener),
  onWork: (listener) => add('work', listener),
};
