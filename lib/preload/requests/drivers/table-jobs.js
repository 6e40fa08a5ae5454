'use strict';
// Jobs that lie in a table. Their flow lies beside the database (../pushes.js), by queue and data: equal jobs are the
// same to the worker that gets them.

const { drop, receive, send } = require('../messages.js');
const { popped, pushed, withdraw } = require('../pushes.js');

const LONGEST_DELAY_MS = 1000; // nobody waits for a job that is to be done much later
const ANY = '*'; // in the place of data that only the database makes

// The database may change the order of keys.
function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.keys(value).sort().map((key) => [key, ordered(value[key])]));
}

function textOf(data) {
  const text = JSON.stringify(data ?? {});
  return text === undefined ? ANY : JSON.stringify(ordered(JSON.parse(text)));
}

/** Returns whether a time, a date, a text or seconds from now, is so late that nobody waits for it. */
function isLate(time) {
  if (time === undefined || time === null) return false;
  const at = typeof time === 'number' ? Date.now() + time * 1000 : new Date(time).getTime();
  return at - Date.now() > LONGEST_DELAY_MS;
}

/**
 * Takes that the running code is about to add a job to `queue`. `data` is undefined where the database makes it.
 * Returns {leave(), forget()}, or undefined if no request adds it: leave() takes that nobody waits for it, and forget()
 * that it was not added.
 */
function adds(queue, data) {
  const message = send(queue);
  if (message === undefined) return undefined;
  const file = pushed(queue, data === undefined ? ANY : textOf(data), message.text);
  let isLeft = false;
  const leave = () => {
    if (!isLeft) drop(queue, message);
    isLeft = true;
  };
  return {
    leave,
    forget() {
      withdraw(file);
      leave();
    },
  };
}

/**
 * Takes that a worker has got a job of `queue`, whose kind is `via`. Returns what receive() does, and again(), which
 * takes that the job comes again and returns a function that takes that back.
 */
function takes({ queue, data, via, name }) {
  const element = textOf(data);
  const text = popped(queue, element) ?? popped(queue, ANY);
  const again = () => {
    const file = text === undefined ? undefined : pushed(queue, element, text);
    return () => withdraw(file);
  };
  return { ...receive({ queue, text, via, name }), again };
}

module.exports = { adds, isLate, takes };
