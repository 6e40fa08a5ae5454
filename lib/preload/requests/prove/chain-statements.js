'use strict';
// Keeps the statements back that chains of one request make at the same time, where they are made.
const { operationShape } = require('../../../trace/places.js');
const { plain } = require('../values.js');
const { KeptBack } = require('./kept-back.js');

class ChainStatements extends KeptBack {
  /** Takes an operation at its call. Returns a promise if it is kept back. */
  take(operation) {
    const { request, number: id, sync, isWait } = operation;
    if (sync || isWait || !this.isExpected(request?.flow)) return undefined;
    const shape = operationShape(operation);
    const values = JSON.stringify(plain(operation.values));
    const kept = this.keep(operation, { id, call: `statement.${id}`, shape, values });
    // Statements of the other chain on this connection do not wait for it.
    if (kept) operation.isApart = true;
    return kept;
  }

  /** Takes the end of an operation. The program may deal with a failure, so the answer to the request tells of it. */
  ended(operation) {
    this.end(operation, () => ({ status: 200 }));
  }
}

module.exports = { ChainStatements };
