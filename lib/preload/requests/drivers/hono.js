'use strict';
// hono, which matches a request's path and method with a list of handlers: middleware first, for all methods.

// The environment of @hono/node-server has the message that came by a socket.
const messageOf = ([environment]) => environment?.incoming;

function routeOf(app, request, [environment]) {
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const [handlers] = app.router.match(method, app.getPath(request, { env: environment }));
  const routes = handlers.map(([[, route]]) => route);
  return (routes.findLast((one) => one.method !== 'ALL') ?? routes.at(-1))?.path;
}

module.exports = { messageOf, routeOf };
