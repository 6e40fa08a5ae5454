'use strict';
// Plans of MySQL's and SQLite's statements that neither query nor change rows: transactions, settings, definitions.

const { list, partsOf } = require('./sql-nodes.js');
const { nothing, unknown } = require('./plan.js');

// Statements that the parser does not know in all their forms.
const CONTROLS = [
  [/^\s*(?:start\s+transaction|begin)\b/i, 'begin'],
  [/^\s*(?:commit|end)\b(?!\s+and\s+chain)/i, 'commit'],
  [/^\s*rollback\b(?!\s+(?:work\s+|transaction\s+)?to\b)/i, 'rollback'],
];
const ONLY = /;\s*\S/; // more than one statement
const WITHOUT_EFFECT = /^\s*(?:pragma|show|use|savepoint|release|rollback|analyze|optimize|vacuum|attach|detach|xa)\b/i;
const LEVELS = 'read[ -]uncommitted|read[ -]committed|repeatable[ -]read|serializable';
const ISOLATION = new RegExp(`isolation(?:_level)?\\b\\s*(?:level)?\\s*=?\\s*'?(${LEVELS})`, 'i');

// SQLite: nobody else writes until this transaction ends.
const lockOf = (text) => (/^\s*begin\s+(?:immediate|exclusive)\b/i.test(text)
  ? [{ name: 'database', how: 'acquire', scope: 'transaction' }]
  : []);

function isolationOf(text) {
  const found = ISOLATION.exec(text);
  if (!found) return undefined;
  const scope = /^\s*set\s+(?:session|local|@@session)\b|^\s*set\s+@@session/i.test(text) ? 'session' : 'transaction';
  return { how: 'isolation', scope, isolation: found[1].toLowerCase().replace('-', ' ') };
}

/** Returns the plan of a text that begins or ends a transaction, or says how; undefined for any other. */
function controlOf(text) {
  if (ONLY.test(text)) return undefined;
  const [, how] = CONTROLS.find(([pattern]) => pattern.test(text)) ?? [];
  if (how) return nothing({ control: { how }, locks: lockOf(text) });
  if (/^\s*set\b/i.test(text)) return nothing({ control: isolationOf(text) });
  return WITHOUT_EFFECT.test(text) ? nothing() : undefined;
}

const HOW = { StartTransaction: 'begin', Commit: 'commit', Rollback: 'rollback' };
const HARMLESS = new Set([
  'Savepoint', 'ReleaseSavepoint', 'Set', 'Use', 'Pragma', 'Vacuum', 'Analyze', 'Flush', 'Kill', 'AttachDatabase',
  'CreateIndex', 'CreateView', 'CreateDatabase', 'CreateTrigger', 'UnlockTables', 'UNLISTEN',
]);

const whole = (kind, tables) => ({
  steps: tables.filter(Boolean).map((table) => ({ class: kind, table })), atomic: true, understood: true,
});

/** The last argument: functions of sql.js. */
function utilityPlan(kind, node, text, { tableName, planOf }) {
  if (HOW[kind]) return node.savepoint ? nothing() : nothing({ control: { how: HOW[kind] } });
  if (HARMLESS.has(kind) || kind.startsWith('Show')) return nothing();
  switch (kind) {
    case 'Explain': return node.analyze ? planOf(node.statement, text) : nothing();
    case 'ExplainTable': return nothing();
    case 'Drop': return node.object_type === 'Table' ? whole('D', list(node.names).map(tableName)) : nothing();
    case 'Truncate': return whole('D', node.table_names.map(({ name }) => tableName(name)));
    case 'CreateTable': return whole('A', [tableName(node.name)]);
    case 'AlterTable': return whole('W', [tableName(node.name)]);
    case 'RenameTable': return whole('W', list(node).map((one) => partsOf(one.old_name).at(-1)));
    case 'LockTables': return nothing({
      locks: node.tables.filter(({ lock_type: type }) => type.Write)
        .map(({ table }) => ({ name: `table:${table.value}`, how: 'acquire', scope: 'session' })),
    });
    default: return unknown();
  }
}

module.exports = { controlOf, utilityPlan };
