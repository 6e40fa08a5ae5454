'use strict';
// Finds the requests to try single operations with.
const { isSuccess } = require('../recording/answers.js');

/**
 * Returns {request, operation} of the last request of each handler and call site that succeeds, before one that is
 * refused there. `isWanted(operation)` chooses operations.
 */
function lastSuccesses({ requests }, isWanted) {
  const found = new Map();
  for (const request of requests.values()) {
    for (const operation of request.operations.filter(isWanted)) {
      const key = `${request.handler} ${operation.site} ${operation.statement}`;
      const known = found.get(key);
      if (!isSuccess(request)) Object.assign(known ?? {}, { isOver: true });
      else if (!known?.isOver) found.set(key, { request, operation });
    }
  }
  return [...found.values()];
}

/** Returns the keys by which a row is changed. Of a row that is added: those by which others like it are looked for. */
function keysIn(effects, table) {
  const named = effects.filter((one) => one.table === table && one.keys && one.class !== 'A');
  return (named.find((one) => one.class !== 'R') ?? named[0])?.keys ?? {};
}

module.exports = { keysIn, lastSuccesses };
