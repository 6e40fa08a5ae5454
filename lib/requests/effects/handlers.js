'use strict';
// Names handlers: method and route, or method and path with the segments that look generated left out.

const GENERATED = [
  /^\d+$/, /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{14,}$/i, /^(?=.*\d)[0-9a-f]{8,}$/i, /^(?=.*\d)[\w-]{16,}$/,
];
const isGenerated = (segment) => GENERATED.some((pattern) => pattern.test(segment));

/** Returns "POST /users/:n/posts", or with the route that the framework told. */
function handlerOf(method, target, route) {
  if (route !== undefined) return `${method} ${route}`;
  const path = target.replace(/^[a-z]+:\/\/[^/]*/i, '').split(/[?#]/, 1)[0];
  return `${method} ${path.split('/').map((segment) => (isGenerated(segment) ? ':n' : segment)).join('/') || '/'}`;
}

module.exports = { handlerOf };
