'use strict';
// Names handlers: method and route, or method and path with the segments that look generated left out; and the function
// that is called, where one path serves many.

const { pathWithout } = require('../../trace/places.js');
const { calledIn } = require('./calls.js');

const GENERATED = [
  /^\d+$/, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{14,}$/i, /^(?=.*\d)[0-9a-f]{8,}$/i, /^(?=.*\d)[\w-]{16,}$/,
];
const isGenerated = (segment) => GENERATED.some((pattern) => pattern.test(segment));

/** Returns the path of a request with ":n" for what looks generated, and for what is in the Set `made`. */
function pathOf(target, made = new Set()) {
  return pathWithout((text) => isGenerated(text) || made.has(text), target) || '/';
}

/**
 * Returns "POST /users/:n/posts", or with the route that the framework told; with what the body calls: "POST /graphql
 * mutation book". `path`: as pathOf() returns it.
 */
function handlerOf({ method, target, path = pathOf(target), route = path, body }) {
  const called = calledIn(body);
  return called === undefined ? `${method} ${route}` : `${method} ${route} ${called}`;
}

module.exports = { handlerOf, pathOf };
