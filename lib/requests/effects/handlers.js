'use strict';
// Names handlers: method and route, or method and path with the segments that look generated left out; and the function
// that is called, where one path serves many.

const { calledIn } = require('./calls.js');

const GENERATED = [
  /^\d+$/, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{14,}$/i, /^(?=.*\d)[0-9a-f]{8,}$/i, /^(?=.*\d)[\w-]{16,}$/,
];
const isGenerated = (segment) => GENERATED.some((pattern) => pattern.test(segment));

function pathOf(target) {
  const path = target.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0];
  return path.split('/').map((segment) => (isGenerated(segment) ? ':n' : segment)).join('/') || '/';
}

/**
 * Returns "POST /users/:n/posts", or with the route that the framework told; with what the body calls:
 * "POST /graphql mutation book".
 */
function handlerOf({ method, target, route = pathOf(target), body }) {
  const called = calledIn(body);
  return called === undefined ? `${method} ${route}` : `${method} ${route} ${called}`;
}

module.exports = { handlerOf };
