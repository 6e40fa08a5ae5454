'use strict';
// Tells how requests are meant: to read, to remove, or to change something.
const { SIDES } = require('../../trace/protocol.js');
const { isReading, isRefused, isRemoving, isSuccess } = require('../recording/answers.js');

// Names of handlers that remove something, also where a row is only marked: not those of a handler that gives something
// for it, such as "withdraw".
const DELETION = /^(?:delet.*|remov.*|destroy.*|log(?:out|off)|sign(?:out|off))$/;

/** Returns the words of a handler's name: "POST /signOut" has "post", "sign" and "out". */
const wordsOf = (handler) => handler.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().match(/[a-z]+/g) ?? [];

/**
 * Returns whether a request uses something up though its method says that it reads, such as a link that works once: of
 * two copies each serial run refuses one, and nothing but the other one came before it.
 */
function usesUp({ isCopy, methods = {} }, serial) {
  const refusesOne = ({ responses }) => SIDES.some((who) => isRefused(responses[who]))
    && SIDES.some((who) => isSuccess(responses[who]));
  return isCopy === true && isReading({ method: methods.first }) && serial.every(refusesOne);
}

/** Returns whether `who` of a forced run only reads. `forced.isUsedUp`: usesUp() of it. */
const onlyReads = ({ methods = {}, isUsedUp = false }, who) => isReading({ method: methods[who] }) && !isUsedUp;

/** Returns whether `who` of a forced run leaves the same when it is done twice: it deletes, or marks as deleted. */
const onlyRemoves = ({ methods = {}, handlers = {} }, who) => isRemoving({ method: methods[who] })
  || wordsOf(handlers[who] ?? '').some((word) => DELETION.test(word));

module.exports = { onlyReads, onlyRemoves, usesUp, wordsOf };
