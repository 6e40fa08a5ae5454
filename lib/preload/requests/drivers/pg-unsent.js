'use strict';
// Messages that a transaction of PostgreSQL sends: others see them when it commits, and nobody if it is rolled back.

const { makeMark } = require('../marks.js');
const { ofText } = require('../of-text.js');

const BEGINS = /^\s*(?:begin|start\s+transaction)\b/i;
const COMMITS = /^\s*(?:commit|end)\b/i;
const ROLLS_BACK = /^\s*(?:rollback(?!\s+(?:work\s+|transaction\s+)?to\b)|abort)\b/i;

const unsent = makeMark(); // connection -> [{element, undo()}] of its transaction, or undefined

// Most statements neither begin a transaction nor end one.
const stepOf = ofText((statement) => {
  if (BEGINS.test(statement)) return 'begin';
  if (COMMITS.test(statement)) return 'commit';
  return ROLLS_BACK.test(statement) ? 'roll back' : 'none';
});

/** Takes a statement that is about to be sent on a connection. */
function follow(connection, statement) {
  const step = stepOf(statement);
  if (step === 'none') return;
  if (step === 'roll back') for (const { undo } of unsent.get(connection) ?? []) undo();
  unsent.set(connection, step === 'begin' ? [] : undefined);
}

/** Takes that a statement on the connection sends a message: undo() is called if its transaction is rolled back. */
function remember(connection, undo, element) {
  unsent.get(connection)?.push({ element, undo });
}

/** Returns whether the transaction of the connection sends this element already. */
const sends = (connection, element) => unsent.get(connection)?.some((one) => one.element === element) === true;

module.exports = { follow, remember, sends };
