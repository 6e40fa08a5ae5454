'use strict';
// Frameworks: which route a request was given to, and requests that come without a socket.

const { rememberInjector } = require('./injectors.js');
const { noteCall } = require('./senders.js');
const { rememberRoute } = require('./routes.js');
const { take } = require('./servers.js');
const { web, webMade } = require('./web.js');

const { apply } = Reflect;

const follow = (object, path) => path.split('.').reduce((value, name) => value?.[name], object);

// "1.raw": a property of the second argument; "result": what the function returns.
const placed = (path, args, result) => (path.startsWith('result')
  ? follow({ result }, path)
  : follow(args, path));

// The first object at the places of the message.
const messageAt = ({ message }, args, result) => [message].flat().map((path) => placed(path, args, result))
  .find((value) => typeof value === 'object' && value !== null);

/** A function that knows a request: `message` and `route` say where its message and its route are. */
function route(spec, original) {
  return function call(...args) {
    const result = apply(original, this, args);
    const message = messageAt(spec, args, result);
    if (message !== undefined) rememberRoute(message, () => placed(spec.route, args, result));
    return result;
  };
}

/** The same where the route has to be known before the function runs. */
function routeBefore(spec, original) {
  return function call(...args) {
    const message = messageAt(spec, args);
    if (message !== undefined) rememberRoute(message, () => placed(spec.route, args));
    return apply(original, this, args);
  };
}

/** A function that gives its first argument a request that was made in the program. */
function inject(spec, original) {
  return function call(dispatch, ...more) {
    if (typeof dispatch !== 'function') return apply(original, this, [dispatch, ...more]);
    const [options] = more;
    noteCall(options?.method ?? 'GET', options?.url ?? options?.path ?? options, call);
    const self = this;
    const again = (options, onMessage) => apply(original, self, [function observed(message, response) {
      onMessage(message);
      return apply(taken, this, [message, response]);
    }, options]);
    const taken = function taken(message, response) {
      rememberInjector(message, again);
      return take(undefined, message, response, 'inject', () => apply(dispatch, this, [message, response]));
    };
    return apply(original, this, [taken, ...more]);
  };
}

module.exports = { inject, route, routeBefore, web, webMade };
