'use strict';
// Frameworks: which route a request was given to, and requests that come without a socket.

const { bodyIn, rememberInjector } = require('./injectors.js');
const { noteCall } = require('./senders.js');
const { rememberRoute } = require('./routes.js');
const { take } = require('./servers.js');
const { web, webGiven, webMade } = require('./web.js');

const { apply } = Reflect;

const isObject = (value) => typeof value === 'object' && value !== null;

// Returns a function (args, result) that reads "1.raw", a property of the second argument, or "result", what the
// hooked function returns.
function placeAt(path) {
  const names = path.split('.');
  const isOfResult = names[0] === 'result';
  if (isOfResult) names.shift();
  return (args, result) => {
    let value = isOfResult ? result : args;
    for (let at = 0; at < names.length; at++) value = value?.[names[at]]; // an iterator makes an object for each step
    return value;
  };
}

// Returns a function that reads the first object at the places of a message.
function messageAt({ message }) {
  const places = [message].flat().map(placeAt);
  return (args, result) => {
    for (let at = 0; at < places.length; at++) {
      const value = places[at](args, result);
      if (isObject(value)) return value;
    }
    return undefined;
  };
}

/** A function that knows a request: `message` and `route` say where its message and its route are. */
function route(spec, original) {
  const messageIn = messageAt(spec);
  const routeIn = placeAt(spec.route);
  return function call(...args) {
    const result = apply(original, this, args);
    const message = messageIn(args, result);
    if (message !== undefined) rememberRoute(message, () => routeIn(args, result));
    return result;
  };
}

/** The same where the route has to be known before the function runs. */
function routeBefore(spec, original) {
  const messageIn = messageAt(spec);
  const routeIn = placeAt(spec.route);
  return function call(...args) {
    const message = messageIn(args);
    if (message !== undefined) rememberRoute(message, () => routeIn(args));
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
      rememberInjector(message, again, bodyIn(options));
      return take(undefined, message, response, 'inject', () => apply(dispatch, this, [message, response]));
    };
    return apply(original, this, [taken, ...more]);
  };
}

module.exports = { inject, route, routeBefore, web, webGiven, webMade };
