'use strict';
// Says which line of the test sent a request, where the test runs in the server's process. Calls and requests are
// matched by method and path, the oldest first: tests send one request after the other.

const { current } = require('./context.js');
const { siteBelow } = require('./sites.js');

const MOST = 100;
const sent = []; // [{key, site}], the oldest first

const keyOf = (method, target) => `${method.toUpperCase()} ${target}`;

// "/a?b" of a URL, or of a path.
const targetOf = (url) => String(url).replace(/^[a-z]+:\/\/[^/?#]*/i, '').replace(/#.*$/, '') || '/';

/** Takes a call to a server that the running code makes below `caller`. Calls that requests make are no test's. */
function noteCall(method, url, caller) {
  if (current() !== undefined) return;
  const site = siteBelow(caller);
  if (site === undefined) return;
  sent.push({ key: keyOf(method, targetOf(url)), site });
  if (sent.length > MOST) sent.shift();
}

/** The same for the arguments of fetch(). */
function noteFetch(args, caller) {
  if (current() !== undefined) return;
  const [input, options] = args;
  noteCall(String(options?.method ?? input?.method ?? 'GET'), input?.url ?? input, caller);
}

/** Returns the call site of the code that sent a request, or undefined. */
function senderOf(method, target) {
  if (sent.length === 0) return undefined;
  const key = keyOf(method, targetOf(target));
  const at = sent.findIndex((one) => one.key === key);
  return at < 0 ? undefined : sent.splice(at, 1)[0].site;
}

module.exports = { noteCall, noteFetch, senderOf };
