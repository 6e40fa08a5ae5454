'use strict';
// Messages that a transaction of PostgreSQL sends: others see them when it commits, and nobody if it is rolled back.

const { makeMark } = require('../marks.js');

const BEGINS = /^\s*(?:begin|start\s+transaction)\b/i;
const COMMITS = /^\s*(?:commit|end)\b/i;
const ROLLS_BACK = /^\s*(?:rollback(?!\s+(?:work\s+|transaction\s+)?to\b)|abort)\b/i;

const unsent = makeMark(); // connection -> [{element, undo()}] of its transaction, or undefined

/** Takes a statement that is about to be sent on a connection. */
function follow(connection, statement) {
  if (BEGINS.test(statement)) unsent.set(connection, []);
  else if (COMMITS.test(statement)) unsent.set(connection, undefined);
  else if (ROLLS_BACK.test(statement)) {
    for (const { undo } of unsent.get(connection) ?? []) undo();
    unsent.set(connection, undefined);
  }
}

/** Takes that a statement on the connection sends a message: undo() is called if its transaction is rolled back. */
function remember(connection, undo, element) {
  unsent.get(connection)?.push({ element, undo });
}

/** Returns whether the transaction of the connection sends this element already. */
const sends = (connection, element) => unsent.get(connection)?.some((one) => one.element === element) === true;

module.exports = { follow, remember, sends };
