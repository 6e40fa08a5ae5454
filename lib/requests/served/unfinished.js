'use strict';
// Tells what a recording that is being written still waits for.
const fs = require('node:fs');

const { CALLS } = require('../../trace/calls.js');

const MESSAGE = '"method":"MESSAGE"'; // of a request that is what a consumer does with a message: it has no answer

const count = (text, part) => text.split(part).length - 1;

// A client has an answer before the server has written that it gave it.
function isAnswered(text) {
  return count(text, '{"type":"response"') >= count(text, '{"type":"request"') - count(text, MESSAGE);
}

// The last line may be cut.
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return {};
  }
}

function messagesIn(texts) {
  const found = { send: new Set(), receive: new Set(), done: new Set() };
  for (const line of texts.flatMap((text) => text.split('\n')).filter((one) => one.startsWith('{"type":"message"'))) {
    const { how, queue, id } = parsed(line);
    if (queue !== CALLS) found[how]?.add(`${queue} ${id}`);
  }
  return found;
}

const SERVER_ERROR = /^\{"type":"response".*"status":5\d\d/m;

/** Returns whether a request in the recordings in `files` was answered with 500 or more. */
const hasServerError = (files) => files.some((file) => SERVER_ERROR.test(fs.readFileSync(file, 'utf8')));

/**
 * Returns of the recordings in `files` {answers, messages, consumers}: true where a request is not answered, a message
 * was sent to a queue that no consumer has got, or a consumer is not done with one.
 */
function unfinished(files) {
  const texts = files.map((file) => fs.readFileSync(file, 'utf8'));
  const { send, receive, done } = messagesIn(texts);
  return {
    answers: !texts.every(isAnswered),
    messages: [...send].some((one) => !receive.has(one)),
    consumers: [...receive].some((one) => !done.has(one)),
  };
}

module.exports = { hasServerError, unfinished };
