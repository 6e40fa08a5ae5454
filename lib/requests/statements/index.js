'use strict';
// The parsers of the dialects of model/stores.

const { unknown } = require('./plan.js');
const { loadPostgres, planPostgres } = require('./postgres.js');
const { loadSql, planSql } = require('./sql.js');

const DIALECTS = {
  postgres: { load: loadPostgres, plan: planPostgres },
  mysql: { load: loadSql, plan: (text) => planSql(text, 'mysql') },
  sqlite: { load: loadSql, plan: (text) => planSql(text, 'sqlite') },
};

const KNOWN_LIMIT = 10_000;

/** Returns a function planOf(dialect, text) => plans of the text's statements. A promise: parsers have to be loaded. */
async function loadPlanners() {
  for (const { load } of Object.values(DIALECTS)) await load?.();
  const known = new Map();
  return (dialect, text) => {
    const key = `${dialect} ${text}`;
    const found = known.get(key);
    if (found) return found;
    const plans = text === undefined ? [unknown()] : DIALECTS[dialect]?.plan(text) ?? [unknown()];
    if (known.size < KNOWN_LIMIT) known.set(key, plans);
    return plans;
  };
}

module.exports = { loadPlanners };
