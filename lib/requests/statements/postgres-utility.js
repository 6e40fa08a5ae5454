'use strict';
// Plans of the statements that neither query nor change rows: transactions, settings, definitions.

const { list, nameOf } = require('./postgres-nodes.js');
const { tableName } = require('./postgres-tables.js');
const { nothing, unknown } = require('./plan.js');

const HOW = {
  TRANS_STMT_BEGIN: 'begin', TRANS_STMT_START: 'begin', TRANS_STMT_COMMIT: 'commit', TRANS_STMT_PREPARE: 'commit',
  TRANS_STMT_ROLLBACK: 'rollback',
};

function isolationOf(options) {
  const option = list(options).find(({ DefElem }) => DefElem?.defname === 'transaction_isolation');
  return option?.DefElem.arg?.A_Const?.sval?.sval;
}

function set({ kind, name, args }) {
  const first = list(args)[0]?.A_Const?.sval?.sval;
  if (name === 'TRANSACTION') return { how: 'isolation', scope: 'transaction', isolation: isolationOf(args) };
  if (name === 'SESSION CHARACTERISTICS') return { how: 'isolation', scope: 'session', isolation: isolationOf(args) };
  if (kind !== 'VAR_SET_VALUE') return undefined;
  if (name === 'transaction_isolation') return { how: 'isolation', scope: 'transaction', isolation: first };
  if (name === 'default_transaction_isolation') return { how: 'isolation', scope: 'session', isolation: first };
  return undefined;
}

const table = (kind, range) => ({ class: kind, table: tableName(range) });
const whole = (...steps) => (
  { steps: steps.filter((step) => step.table !== undefined), atomic: true, understood: true });

function drop({ objects, removeType }) {
  if (removeType !== 'OBJECT_TABLE') return nothing();
  return whole(...list(objects).map(({ List: { items } }) => {
    const [relname, schemaname] = nameOf(items).reverse();
    return table('D', { relname, schemaname });
  }));
}

function transaction({ kind, options }) {
  return nothing(HOW[kind] && { control: { how: HOW[kind], isolation: isolationOf(options) } });
}

const lockOfTable = ({ RangeVar }) => ({ name: `table:${tableName(RangeVar)}`, how: 'acquire', scope: 'transaction' });

const copy = ({ relation, is_from: isFrom }) => (relation ? whole(table(isFrom ? 'A' : 'R', relation)) : unknown());
const lock = ({ relations }) => nothing({ locks: list(relations).map(lockOfTable) });

const PLANS = {
  TransactionStmt: transaction,
  VariableSetStmt: (node) => nothing({ control: set(node) }),
  TruncateStmt: ({ relations }) => whole(...list(relations).map(({ RangeVar }) => table('D', RangeVar))),
  DropStmt: drop,
  CreateStmt: ({ relation }) => whole(table('A', relation)),
  AlterTableStmt: ({ relation }) => whole(table('W', relation)),
  RenameStmt: ({ relation }) => (relation ? whole(table('W', relation)) : nothing()),
  CopyStmt: copy,
  LockStmt: lock,
  DoStmt: unknown,
  ExecuteStmt: unknown,
  RefreshMatViewStmt: ({ relation }) => whole(table('W', relation)),
};

const WITH_QUERY = { DeclareCursorStmt: 'query', ExplainStmt: 'query', PrepareStmt: undefined, CreateTableAsStmt: 'query' };

/** `planOf(node)`: plans the statement inside another one. */
function utilityPlan(type, node, planOf) {
  if (type === 'ExplainStmt') {
    const runs = list(node.options).some(({ DefElem }) => DefElem?.defname === 'analyze');
    return runs ? planOf(node.query) : nothing();
  }
  if (WITH_QUERY[type]) return planOf(node[WITH_QUERY[type]]);
  return PLANS[type]?.(node) ?? nothing();
}

module.exports = { utilityPlan };
