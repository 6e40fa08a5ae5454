'use strict';
// Requests that a service of `nacd requests --serve` sends by itself, as a scheduler does: no request causes them, and
// none of them is one of the traffic. Their flow says so.

/** The variable that is set for the processes of a server that the tool has started itself. */
const SERVED = 'NACD_SERVED';

const OWN = 'own-';

/** Returns the id of the flow that a process of this id begins with its call of this number. */
const ownFlow = (id, number) => `${OWN}${id}-${number}`;

/** Returns whether a flow was begun by a service. */
const isOwnFlow = (flow) => flow?.startsWith(OWN) === true;

module.exports = { SERVED, isOwnFlow, ownFlow };
