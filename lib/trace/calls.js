'use strict';

/** The queue, in traces of requests, of calls of one service to another, which are messages. */
const CALLS = 'http';

/** The end of the id of a message that is the answer to a call; before it is the call's own id. */
const ANSWER = ':answer';

module.exports = { ANSWER, CALLS };
