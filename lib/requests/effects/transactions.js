'use strict';
// Follows the transactions of each connection by the statements that begin and end them.

class Transactions {
  constructor() {
    this.connections = new Map(); // number -> { current, session, next }
    this.count = 0;
  }

  connection(number) {
    let found = this.connections.get(number);
    if (!found) this.connections.set(number, found = { current: undefined, session: undefined, next: undefined });
    return found;
  }

  /** Returns { number, isolation } of the transaction in which the connection is, or undefined. */
  current(number) {
    return this.connection(number).current;
  }

  /** Returns the isolation of a statement on the connection; `usual`: the store's default. */
  isolation(number, usual) {
    const { current, session } = this.connection(number);
    return current?.isolation ?? session ?? usual;
  }

  /**
   * Follows `control` of a plan. Returns { how, number } if a transaction begins or ends. A statement that failed
   * changes nothing but ends a transaction all the same.
   */
  follow(number, control, failed) {
    const connection = this.connection(number);
    if (control.how === 'isolation') {
      if (!failed) setIsolation(connection, control);
      return undefined;
    }
    return control.how === 'begin' ? this.begin(connection, control, failed) : end(connection, control, failed);
  }

  begin(connection, { isolation }, failed) {
    if (failed || connection.current) return undefined;
    connection.current = { number: ++this.count, isolation: isolation ?? connection.next };
    connection.next = undefined;
    return { how: 'begin', number: connection.current.number };
  }
}

// MySQL: SET TRANSACTION is about the next transaction, PostgreSQL: about the one that runs.
function setIsolation(connection, { isolation, scope }) {
  if (scope === 'session') connection.session = isolation;
  else if (connection.current) connection.current.isolation = isolation;
  else connection.next = isolation;
}

function end(connection, { how }, failed) {
  const { current } = connection;
  if (!current) return undefined;
  connection.current = undefined;
  return { how: failed ? 'rollback' : how, number: current.number };
}

module.exports = { Transactions };
