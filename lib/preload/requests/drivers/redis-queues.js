'use strict';
// The two kinds of queues that a program of Redis asks for messages: streams and lists.

const { asksForElements, takesElements } = require('./redis-lists.js');
const { READS, asksFor } = require('./redis-streams.js');

/** Takes that the program sends a command. Returns a function that takes its answer, or undefined: it gives none. */
function taking({ statement, values }) {
  if (READS.has(statement)) return asksFor(statement, values);
  return takesElements(statement) ? asksForElements(statement, values) : undefined;
}

module.exports = { taking };
