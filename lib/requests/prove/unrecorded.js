'use strict';
// Tables that a consumer changes in a run of a proof, and did not change in the recording: there it did not find the
// row that it needs (overtaking.js), so nobody knows yet that they are to be read.
const { looksIn, operationsOfConsumer } = require('../judge/consumer.js');
const { loadPlanners } = require('../statements/index.js');
const { tableRead } = require('./tables.js');

// Stores are numbers of a process there: those statements count that are made where the consumer looks.
function besideLook(outcome) {
  const [look = {}] = looksIn(outcome);
  return operationsOfConsumer(outcome).filter((one) => one.service === look.service && one.store === look.store);
}

/**
 * Resolves to the tables, as a plan has them, that the consumer changes in `outcome` and that are not among `known`.
 * `store`: {name, dialect}, where it looks.
 */
async function unrecordedTables(outcome, store, known = []) {
  const planOf = await loadPlanners();
  const steps = besideLook(outcome).flatMap((one) => planOf(store, one)).flatMap((plan) => plan.steps);
  const changed = steps.filter((step) => step.class !== 'R' && step.table !== undefined)
    .map(({ table }) => tableRead(store.dialect, table));
  return [...new Set(changed)].filter((table) => !known.includes(table));
}

module.exports = { unrecordedTables };
