'use strict';
// Tells which operations of a run of a proof are those of the consumer of a message (overtaking.js).
const { statementShape } = require('../../trace/places.js');

/** Returns the consumer's looks at what the sender changes. */
function looksIn({ operations = [], overtakes: { site, statement } }) {
  return operations.filter((one) => (
    one.who === 'second' && one.site === site && statementShape(one.statement) === statement));
}

/**
 * Returns the consumer's operations. Those that it did not make in the recording are told as the request's: they are
 * made where it looks, after that.
 */
function operationsOfConsumer(outcome) {
  const [look] = looksIn(outcome);
  const isMore = ({ who, service, t }) => look !== undefined && who === 'root' && service === look.service && t > look.t;
  return (outcome.operations ?? []).filter((one) => one.who === 'second' || isMore(one));
}

module.exports = { looksIn, operationsOfConsumer };
