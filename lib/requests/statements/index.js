'use strict';
// The parsers of the dialects of model/stores.

const { unknown } = require('./plan.js');
const {
  loadPostgres, planPostgres, planRoutine: planPostgresRoutine, planTrigger: planPostgresTrigger,
} = require('./postgres.js');
const { loadFiles, planFiles } = require('./files.js');
const { loadMemcached, planMemcached } = require('./memcached.js');
const { loadRedis, planRedis } = require('./redis.js');
const { loadSql, planMysqlRoutine, planSql, planSqlTrigger } = require('./sql.js');

const DIALECTS = {
  postgres: {
    load: loadPostgres, plan: planPostgres, planRoutine: planPostgresRoutine, planTrigger: planPostgresTrigger,
  },
  memcached: { load: loadMemcached, plan: planMemcached },
  mysql: {
    load: loadSql, plan: (text) => planSql(text, 'mysql'), planRoutine: planMysqlRoutine,
    planTrigger: (definition, rows) => planSqlTrigger(definition, rows, 'mysql'),
  },
  files: { load: loadFiles, plan: planFiles },
  redis: { load: loadRedis, plan: (name, operation, database) => planRedis(name, operation, numberOf(database)) },
  sqlite: {
    load: loadSql, plan: (text) => planSql(text, 'sqlite'),
    planTrigger: (definition, rows) => planSqlTrigger(definition, rows, 'sqlite'),
  },
};

const KNOWN_LIMIT = 10_000;

// The number of a Redis database stands at the end of its store's name.
const numberOf = ({ name }) => name.slice(name.lastIndexOf('/') + 1);

/**
 * Returns a function planOf(database, operation) => plans of the operation's statements; `database`: { name, dialect }.
 * A promise: parsers have to be loaded.
 */
async function loadPlanners() {
  for (const { load } of Object.values(DIALECTS)) await load?.();
  const known = new Map();
  return (database, operation) => {
    const { statement } = operation;
    const dialect = DIALECTS[database.dialect];
    if (statement === undefined || dialect === undefined) return [unknown()];
    if (dialect.plan.length > 1) return dialect.plan(statement, operation, database); // not by its text alone
    const key = `${database.dialect} ${statement}`;
    const found = known.get(key);
    if (found) return found;
    const plans = dialect.plan(statement);
    if (known.size < KNOWN_LIMIT) known.set(key, plans);
    return plans;
  };
}

/**
 * Returns the plans of the statements that one call of a function in the database carries out, or undefined if they are
 * not known. `definition`: as the database's schema has it; `args`: those of a plan's call.
 */
const planRoutine = ({ dialect }, definition, args) => DIALECTS[dialect].planRoutine?.(definition, args);

/** The same of a trigger. `rows`: {new, old} with values as in plan.js by column, of the row that it is called for. */
const planTrigger = ({ dialect }, definition, rows) => DIALECTS[dialect].planTrigger?.(definition, rows);

module.exports = { loadPlanners, planRoutine, planTrigger };
