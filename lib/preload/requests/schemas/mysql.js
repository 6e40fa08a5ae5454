'use strict';
// Reads tables, keys and settings of a MySQL or MariaDB database.

const COLUMNS = `SELECT TABLE_NAME AS name, COLUMN_NAME AS \`column\` FROM information_schema.COLUMNS
  WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`;

const KEYS = `SELECT TABLE_NAME AS name, INDEX_NAME AS \`index\`, COLUMN_NAME AS \`column\` FROM information_schema.STATISTICS
  WHERE TABLE_SCHEMA = DATABASE() AND NON_UNIQUE = 0 ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;

// The text is null for users who may not read it.
const FUNCTIONS = `SELECT ROUTINE_NAME AS name, ROUTINE_DEFINITION AS body FROM information_schema.ROUTINES
  WHERE ROUTINE_SCHEMA = DATABASE()`;
// Place 0 is the value of a function.
const PARAMETERS = `SELECT SPECIFIC_NAME AS name, PARAMETER_NAME AS parameter FROM information_schema.PARAMETERS
  WHERE SPECIFIC_SCHEMA = DATABASE() AND ORDINAL_POSITION > 0 ORDER BY SPECIFIC_NAME, ORDINAL_POSITION`;

const TRIGGERS = `SELECT EVENT_OBJECT_TABLE AS name, EVENT_MANIPULATION AS event, ACTION_STATEMENT AS body
  FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()`;
const EVENTS = { DELETE: 'D', INSERT: 'A', UPDATE: 'W' };

async function isolationOf(connection) {
  // The variable has two names.
  for (const name of ['transaction_isolation', 'tx_isolation']) {
    const [row] = await connection.query(`SHOW VARIABLES LIKE '${name}'`);
    const value = row?.Value ?? row?.value;
    if (value) return value.toLowerCase().replace('-', ' ');
  }
  return undefined;
}

async function functionsOf(connection) {
  const functions = await connection.query(FUNCTIONS);
  const all = functions.length > 0 ? await connection.query(PARAMETERS) : [];
  return functions.map(({ name, body }) => {
    const parameters = all.filter((one) => one.name === name).map(({ parameter }) => parameter);
    return { name: name.toLowerCase(), ...(body && { definition: { parameters, body: String(body) } }) };
  });
}

// Only a user who may make triggers sees them.
async function triggersOf(connection) {
  const rows = await connection.query(TRIGGERS);
  return rows.map(({ name, event, body }) => (
    { table: name, on: [EVENTS[event]], definition: { body: String(body) } }));
}

/** Reads what lib/requests needs to know. `connection`: as a driver's open() gives it. */
async function readMysql(connection) {
  const tables = new Map();
  for (const { name, column } of await connection.query(COLUMNS)) {
    if (!tables.has(name)) tables.set(name, { table: name, columns: [], primary: [], unique: [] });
    tables.get(name).columns.push(column);
  }
  const keys = new Map();
  for (const { name, index, column } of await connection.query(KEYS)) {
    const key = `${name}\n${index}`;
    if (!keys.has(key)) keys.set(key, { name, index, columns: [] });
    keys.get(key).columns.push(column);
  }
  for (const { name, index, columns } of keys.values()) {
    const table = tables.get(name);
    if (!table || columns.includes(null)) continue;
    if (index === 'PRIMARY') table.primary = columns;
    table.unique.push(columns);
  }
  const functions = await functionsOf(connection);
  const triggers = await triggersOf(connection);
  return { tables: [...tables.values()], functions, triggers, views: [], isolation: await isolationOf(connection) };
}

module.exports = { readMysql };
