'use strict';

/** The queue, in traces of requests, of calls of one service to another, which are messages. */
const CALLS = 'http';

/** The end of the id of a message that is the answer to a call; before it is the call's own id. */
const ANSWER = ':answer';

/** Returns the number of the call that brought a request, which its caller counts: 12 of "9f3c55aa01b2.12". */
const rankOf = ({ call = '' }) => Number(call.slice(call.lastIndexOf('.') + 1));

module.exports = { ANSWER, CALLS, rankOf };
