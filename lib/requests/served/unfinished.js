'use strict';
// Tells what a recording that is being written still waits for.

const { CALLS, MESSAGE } = require('../../trace/protocol.js');
const { rawLines } = require('../../trace/raw-lines.js');

/** Returns whether a request in the recordings in `files` was answered with 500 or more. */
const hasServerError = (files) => files.some((file) => {
  for (const { type, status } of rawLines(file)) if (type === 'response' && status >= 500) return true;
  return false;
});

/** Returns how many answers the recordings in `files` have. */
function answersIn(files) {
  let count = 0;
  for (const file of files) for (const { type } of rawLines(file)) if (type === 'response') count++;
  return count;
}

/**
 * Returns of the recordings in `files` {answers, messages, consumers}: true where a request is not answered, a message
 * was sent to a queue that no consumer has got, or a consumer is not done with one.
 */
function unfinished(files) {
  const messages = { send: new Set(), receive: new Set(), done: new Set() };
  let answers = false;
  for (const file of files) {
    let open = 0;
    for (const { type, method, how, queue, id } of rawLines(file)) {
      if (type === 'request' && method !== MESSAGE) open++; // what a consumer does with a message has no answer
      if (type === 'response') open--;
      if (type === 'message' && queue !== CALLS) messages[how]?.add(`${queue} ${id}`);
    }
    answers ||= open > 0;
  }
  const { send, receive, done } = messages;
  return {
    answers,
    messages: [...send].some((one) => !receive.has(one)),
    consumers: [...receive].some((one) => !done.has(one)),
  };
}

module.exports = { answersIn, hasServerError, unfinished };
