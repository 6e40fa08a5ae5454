'use strict';
// The statements inside functions of the database that a statement calls.
const { planRoutine } = require('../statements/index.js');

const MOST_CALLS = 5; // of functions that call each other

const isLocked = ({ locks = [] }, table) => locks.some(({ rows, name }) => rows?.table === table || name === `table:${table}`);

/**
 * Returns the plans of the statements that the functions carry out which a plan calls, in order: [] if it calls none of
 * the database's own, undefined if it is not known what one of them does.
 */
function routinesOf({ calls = [], isCall }, database, depth = 0) {
  const plans = [];
  for (const { name, args } of calls) {
    const found = database.functions.filter((one) => one.name === name);
    if (found.length === 0 && !isCall) continue;
    if (found.length === 0 || depth === MOST_CALLS) return undefined;
    for (const { definition } of found) {
      const inside = definition && planRoutine(database, definition, args);
      if (!inside) return undefined;
      for (const plan of inside) {
        const called = plan.understood ? routinesOf(plan, database, depth + 1) : undefined;
        if (!called) return undefined;
        plans.push(plan, ...called);
      }
    }
  }
  return plans;
}

/**
 * Returns `database` with the functions that the statements of one text make, which are in no catalog: sequelize
 * makes one for each new row that it looks for first. `plans`: of these statements.
 */
function withDefined(database, plans) {
  const own = plans.flatMap(({ defines = [] }) => defines);
  if (own.length === 0) return database;
  const known = Object.create(database);
  known.functions = [...own, ...database.functions.filter(({ name }) => !own.some((one) => one.name === name))];
  return known;
}

/** Returns the tables that one call of the database's functions reads, and changes in a later statement. */
function changedInside(plan, database) {
  const read = new Set();
  const changed = new Set();
  for (const inside of routinesOf(plan, database) ?? []) {
    const { steps } = inside;
    for (const step of steps) if (step.class !== 'R' && read.has(step.table)) changed.add(step.table);
    for (const { class: kind, table } of steps) if (kind === 'R' && table && !isLocked(inside, table)) read.add(table);
  }
  return [...changed];
}

module.exports = { changedInside, routinesOf, withDefined };
