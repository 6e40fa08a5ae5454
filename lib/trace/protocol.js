'use strict';
// Names that the program under test and the tool have agreed on: in recordings and traces, in the folder of traces, and
// in calls between services.

// Calls and messages

/** The method, in traces of requests, of what a consumer does with a message of a queue. */
const MESSAGE = 'MESSAGE';

/** The queue, in traces of requests, of calls of one service to another, which are messages. */
const CALLS = 'http';

/** The end of the id of a message that is the answer to a call; before it is the call's own id. */
const ANSWER = ':answer';

/** Returns the number of the call that brought a request, which its caller counts: 12 of "9f3c55aa01b2.12". */
const rankOf = ({ call = '' }) => Number(call.slice(call.lastIndexOf('.') + 1));

// Flows

/** The header by which a flow travels, the field of a message, and the member of the header baggage. */
const FLOW = 'nacd-flow';

/** Its value where a request that is left out calls or sends: what comes of that is left out, too. */
const NOT_RECORDED = '-';

/** The variable that is set for the processes of a server that the tool has started itself. */
const SERVED = 'NACD_SERVED';

const OWN = 'own-';

/** Returns the id of the flow that a process begins by itself, as a scheduler does, with its call of this number. */
const ownFlow = (id, number) => `${OWN}${id}-${number}`;

/** Returns whether a service began a flow by itself: no request of the traffic caused it. */
const isOwnFlow = (flow) => flow?.startsWith(OWN) === true;

// The folder of traces

/** Folder in which running processes leave the flows of elements that they push to lists. */
const PUSHES = 'pushes';

/** Folder in which running processes leave the flows of bytes that they send on sockets. */
const SOCKETS = 'sockets';

/** File that says that a process runs under `node --watch`. */
const WATCHED = 'watched';

// Commands of stores

const MOST_CHARACTERS = 512; // a longer argument is a value

/** Returns whether an argument of a command may be the name of a key. */
const isKeyName = (value) => ['string', 'number'].includes(typeof value) && String(value).length <= MOST_CHARACTERS;

// Pairs of requests

/** The two requests of a pair: the first one is held, and the second one comes meanwhile. */
const SIDES = ['first', 'second'];

/** Returns the other side of a pair. */
const otherSide = (who) => (who === 'first' ? 'second' : 'first');

module.exports = {
  ANSWER, CALLS, FLOW, MESSAGE, NOT_RECORDED, PUSHES, SERVED, SIDES, SOCKETS, WATCHED,
  isKeyName, isOwnFlow, otherSide, ownFlow, rankOf,
};
