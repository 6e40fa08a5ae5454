'use strict';
// Reads tables, keys, functions and settings of a PostgreSQL database from its catalog, which takes no locks on tables.

const TABLES = `SELECT n.nspname AS schema, c.relname AS name, n.nspname = ANY(current_schemas(false)) AS visible,
  array(SELECT a.attname::text FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0
    AND NOT a.attisdropped ORDER BY a.attnum) AS columns
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`;

const KEYS = `SELECT n.nspname AS schema, c.relname AS name, i.indisprimary AS primary,
  array(SELECT a.attname::text FROM unnest(i.indkey::int[]) WITH ORDINALITY k(number, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
    WHERE k.place <= i.indnkeyatts ORDER BY k.place) AS columns
  FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE i.indisunique AND i.indpred IS NULL AND i.indexprs IS NULL
    AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`;

// Those of extensions and immutable ones touch no table of the program. Those in C have no text.
const FUNCTIONS = `SELECT p.proname::text AS name,
  CASE WHEN l.lanname IN ('sql', 'plpgsql') AND p.prokind IN ('f', 'p') THEN pg_catalog.pg_get_functiondef(p.oid) END AS definition
  FROM pg_catalog.pg_proc p JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  JOIN pg_catalog.pg_language l ON l.oid = p.prolang
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema') AND p.provolatile <> 'i'
    AND p.prorettype <> 'pg_catalog.trigger'::pg_catalog.regtype AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend d
      WHERE d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass AND d.objid = p.oid AND d.deptype = 'e')`;
const FUNCTION_NAMES = `SELECT DISTINCT p.proname::text AS name FROM pg_catalog.pg_proc p
  JOIN pg_catalog.pg_namespace n ON n.oid = p.pronamespace
  WHERE n.nspname NOT IN ('pg_catalog', 'information_schema')`;

// The bits of tgtype: 4 INSERT, 8 DELETE, 16 UPDATE.
const TRIGGERS = `SELECT n.nspname AS schema, c.relname AS name, t.tgtype::int AS kind,
  pg_catalog.pg_get_functiondef(p.oid) AS definition FROM pg_catalog.pg_trigger t
  JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_catalog.pg_proc p ON p.oid = t.tgfoid JOIN pg_catalog.pg_language l ON l.oid = p.prolang
  WHERE NOT t.tgisinternal AND t.tgenabled <> 'D' AND l.lanname = 'plpgsql'`;
const EVENTS = { A: 4, D: 8, W: 16 };

const VIEWS = `SELECT DISTINCT v.relname::text AS view, t.relname::text AS name FROM pg_catalog.pg_rewrite r
  JOIN pg_catalog.pg_class v ON v.oid = r.ev_class
  JOIN pg_catalog.pg_depend d ON d.objid = r.oid AND d.classid = 'pg_catalog.pg_rewrite'::regclass
  JOIN pg_catalog.pg_class t ON t.oid = d.refobjid AND d.refclassid = 'pg_catalog.pg_class'::regclass
  JOIN pg_catalog.pg_namespace n ON n.oid = v.relnamespace
  WHERE v.relkind = 'v' AND t.oid <> v.oid AND n.nspname NOT IN ('pg_catalog', 'information_schema')`;

const ISOLATION = 'SELECT current_setting(\'default_transaction_isolation\') AS isolation';

// The driver may give such a list as text: {a,b}.
const listOf = (value) => (Array.isArray(value) ? value : String(value).slice(1, -1).split(',').filter(Boolean));

// Databases that are only like PostgreSQL, and old versions of it, have no texts.
async function functionsOf(connection) {
  const rows = await connection.query(FUNCTIONS).catch(() => connection.query(FUNCTION_NAMES));
  return rows.map(({ name, definition }) => ({ name, definition: definition ?? undefined }));
}

async function triggersOf(connection, tables) {
  const rows = await connection.query(TRIGGERS).catch(() => []);
  return rows.flatMap(({ schema, name, kind, definition }) => {
    const table = tables.get(`${schema}.${name}`)?.table;
    const on = Object.keys(EVENTS).filter((one) => kind & EVENTS[one]);
    return table === undefined ? [] : [{ table, on, definition }];
  });
}

/** Reads what lib/requests needs to know. `connection`: as a driver's open() gives it. */
async function readPostgres(connection) {
  const tables = new Map();
  for (const { schema, name, visible, columns } of await connection.query(TABLES)) {
    const shown = visible ? name : `${schema}.${name}`;
    tables.set(`${schema}.${name}`, { table: shown, columns: listOf(columns), primary: [], unique: [] });
  }
  for (const { schema, name, primary, columns } of await connection.query(KEYS)) {
    const table = tables.get(`${schema}.${name}`);
    const key = listOf(columns);
    if (!table || key.length === 0) continue;
    if (primary) table.primary = key;
    table.unique.push(key);
  }
  const functions = await functionsOf(connection);
  const triggers = await triggersOf(connection, tables);
  const views = await connection.query(VIEWS);
  const [{ isolation }] = await connection.query(ISOLATION);
  return { tables: [...tables.values()], functions, triggers, views, isolation };
}

module.exports = { readPostgres };
