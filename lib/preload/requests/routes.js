'use strict';
// Tells which route a request was given to, where the framework says so.

const { makeMark } = require('./marks.js');

let isUsed = false;
const routes = makeMark(); // of a message: function that returns the route, for frameworks with objects of their own

/** Remembers where the route of `message` can be read later: get() returns a text, or undefined if there is none. */
function rememberRoute(message, get) {
  isUsed = true;
  routes.set(message, get);
}

function expressRoute({ route, baseUrl = '' }) {
  const path = route?.path;
  if (path === undefined) return undefined;
  const text = Array.isArray(path) ? path.map(String).join('|') : String(path);
  return `${baseUrl}${text === '/' && baseUrl !== '' ? '' : text}`;
}

/** Returns the route, such as "/users/:id", or undefined. Valid while the request is handled. */
function routeOf(message) {
  try {
    return (isUsed ? routes.get(message)?.() : undefined) ?? expressRoute(message);
  } catch {
    return undefined; // a getter of the program's
  }
}

module.exports = { rememberRoute, routeOf };
