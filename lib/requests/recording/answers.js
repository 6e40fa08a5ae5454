'use strict';
// How a request is meant by its method, and what an answer says by its status. Here each of these has its one meaning.

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns whether a request only reads, by its method. */
const isReading = ({ method }) => READING.has(method);

/** Returns whether a request that is done twice leaves the same as once: it may mark a row as deleted. */
const isRemoving = ({ method }) => method === 'DELETE';

/** Returns whether the request was done: a form is often answered with a redirect. */
const isSuccess = ({ status }) => status >= 200 && status < 400;

/** Returns whether the answer has what was asked for in its body. A redirect has nothing to compare. */
const hasContent = ({ status }) => status >= 200 && status < 300;

const BUSY = 503; // what somebody else is working on: no server gives this status by itself for an error of its program

/** Returns whether the client was refused, for whatever reason: what the state shows has to tell of which. */
const isRefused = ({ status }) => (status >= 400 && status < 500) || status === BUSY;

// Not understood, not logged in, not there: many tests send such a request for itself.
const USUAL = new Set([400, 401, 404]);

/** Returns whether the answer may tell that a limit is reached, or that something is in another state by now. */
const mayBeLimit = (response) => isRefused(response) && !USUAL.has(response.status);

const LIMITS = new Set([402, 403, 409, 410, 422, 423, 429]);

/** The same where no operation on a store supports it, so only by a status that servers give for a limit. */
const isLimit = ({ status }) => LIMITS.has(status);

const NAMED_LIMITS = new Set([423, 429]); // locked, too many requests
const LIMIT_WORDS = /(?<![a-z])(?:locked|lockout|limit|too[ _-]?many)(?![a-z])/i;

const isObject = (value) => value !== null && typeof value === 'object';

/** Returns the texts of all values in a body that are no objects. */
const leavesOf = (body) => (isObject(body) ? Object.values(body).flatMap(leavesOf) : [String(body)]);

/**
 * Returns by which status or text an answer names a limit, or undefined. The state does not have to show it: a wrong
 * password too many, which many servers answer as they answer a wrong password.
 */
function namedLimit({ status, body }) {
  if (NAMED_LIMITS.has(status)) return { status };
  const text = isRefused({ status }) ? leavesOf(body).find((one) => LIMIT_WORDS.test(one)) : undefined;
  return text === undefined ? undefined : { status, text };
}

module.exports = { hasContent, isLimit, isReading, isRefused, isRemoving, isSuccess, leavesOf, mayBeLimit, namedLimit };
