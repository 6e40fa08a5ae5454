'use strict';
// The statements that triggers carry out when a statement changes their table.
const { planTrigger } = require('../statements/index.js');

const MOST_STEPS = 5; // of triggers that set off others

const single = (keys = {}) => Object.fromEntries(Object.entries(keys)
  .filter(([, list]) => list.length === 1 && !list[0].spread && list[0].list === undefined)
  .map(([column, [value]]) => [column, value]));

// The values of the row that a step changes, as far as its statement has them: {new, old}.
function rowsOf({ rows, insertColumns, keys, sets }, { columns }) {
  if (!rows) return { new: { ...single(keys), ...sets }, old: single(keys) };
  const names = rows.length === 1 ? insertColumns ?? columns ?? [] : [];
  return { new: Object.fromEntries(names.map((column, i) => [column, rows[0][i]])), old: {} };
}

/**
 * Returns the steps of the statements in the triggers that `steps` set off. Triggers whose statements are not known
 * have none. `schemaOf(database, step)` returns a table's schema.
 */
function triggeredBy(steps, database, schemaOf, depth = 0) {
  const { triggers = [] } = database;
  if (triggers.length === 0 || depth === MOST_STEPS) return [];
  return steps.flatMap((step) => {
    const own = triggers.filter(({ table, on }) => table === step.table && on.includes(step.class));
    const rows = rowsOf(step, schemaOf(database, step));
    const inside = own.flatMap(({ definition }) => planTrigger(database, definition, rows) ?? [])
      .filter(({ understood }) => understood).flatMap((plan) => plan.steps);
    return [...inside, ...triggeredBy(inside, database, schemaOf, depth + 1)];
  });
}

module.exports = { triggeredBy };
