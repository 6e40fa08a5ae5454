'use strict';
// Knows the timers of Node.js's own that a program asks for and that do not keep a process alive.

const APIS = new Set([
  'AbortSignal.timeout', 'http.Server.connectionsCheckingInterval',
  'net.Socket.setTimeout', 'http2.Http2Session.setTimeout', 'http2.Http2Stream.setTimeout',
]);

/** True if the operation is such a timer. If nothing else is pending, the process has nothing to wait for. */
const isBackground = ({ phase, api }) => phase === 'timer' && APIS.has(api);

module.exports = { isBackground };
