'use strict';
// Tells operations that change data from others, by their statements.
const { statementKind } = require('../../trace/statement-kind.js');

const SETS = /^(?:SET|MSET|HM?SET|[LR]PUSH|[SXZ]ADD)$/;
const DROPS = /^H?DEL$/;

/** Returns whether a statement of SQL is meant to change rows, but for removing them. */
const isWrite = ({ statement = '' }) => ['A', 'W'].includes(statementKind(statement));

/** Returns whether a statement of SQL is meant to change or remove rows. */
const isChange = ({ statement = '' }) => ['A', 'W', 'D'].includes(statementKind(statement));

/** Returns whether one of these operations has changed rows. */
const wroteRows = (operations) => operations.some((one) => isWrite(one) && one.rows !== 0);

// Not of a lock: SET with NX.
const isSet = ({ statement, values = [] }) => SETS.test(statement) && !values.some((value) => /^nx$/i.test(value));

/** Returns whether one of these operations has changed rows, or a key that is no lock. */
const wrote = (operations) => wroteRows(operations) || operations.some(isSet);

/** Returns whether an operation is meant to change rows or keys. */
const isMeantToChange = (one) => isChange(one) || isSet(one) || DROPS.test(one.statement);

module.exports = { isChange, isMeantToChange, isWrite, wrote, wroteRows };
