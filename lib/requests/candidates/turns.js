'use strict';
// Finds where a handler begins to answer in another way, though it goes on doing the same: a student gets the last
// seat, and the next one is put on the waiting list. The words in an answer tell of that, and numbers and ids do not.
const { parsedJson } = require('../../trace/json.js');
const { isSuccess } = require('../recording/answers.js');
const { textOf } = require('../recording/counterparts.js');

const WORD = /^[\p{L}][\p{L} _-]*$/u;
const LONGEST = 40; // characters of a word: longer texts are messages, in which names may stand

// A value that may be one of a few, and that the request does not have from the client.
function wordOf(value, sent) {
  if (typeof value === 'boolean' || value === null) return value;
  const isWord = typeof value === 'string' && value.length <= LONGEST && WORD.test(value);
  return isWord && !sent.includes(value) ? value : typeof value;
}

/** Returns a text that is equal for answers that say the same in words. */
function sayingOf(request) {
  const sent = textOf(request);
  const body = parsedJson(request.response?.body); // a page has words of all kinds
  return `${request.status} ${JSON.stringify(body, (_, value) => (
    value !== null && typeof value === 'object' ? value : wordOf(value, sent)))}`;
}

/**
 * Returns the last request before one to the same handler that is answered in another way, and that one: {inside,
 * outside}. Undefined if all are answered alike. `requests` all do the same.
 */
function turnIn(requests) {
  let best;
  let previous;
  for (const request of requests.filter((one) => isSuccess(one) && one.response?.body)) {
    const isTurn = previous && sayingOf(previous) !== sayingOf(request);
    const weight = isTurn && request.target === previous.target ? 1 : 0;
    if (isTurn && (!best || weight > best.weight)) best = { inside: previous, outside: request, weight };
    previous = request;
  }
  return best;
}

module.exports = { turnIn };
