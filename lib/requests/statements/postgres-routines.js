'use strict';
// Reads functions and procedures of a PostgreSQL database, of the languages SQL and PL/pgSQL: the statements that one
// call carries out, with the arguments of the call in the place of its parameters.

const { list, nameOf, textOf, typeOf, valueOf } = require('./postgres-nodes.js');

const UNKNOWN = { SetToDefault: {} }; // an expression without a value or a column
const STATEMENT = 0; // modes of PL/pgSQL's expressions
const EXPRESSION = 2;
// Statements that are made at run time may do anything.
const DYNAMIC = new Set(['PLpgSQL_stmt_dynexecute', 'PLpgSQL_stmt_dynfors', 'dynquery']);
const INPUT = new Set(['FUNC_PARAM_DEFAULT', 'FUNC_PARAM_IN', 'FUNC_PARAM_INOUT', 'FUNC_PARAM_VARIADIC']);

class Dynamic extends Error {}

// Calls take(key, value) for each object below `node`, in the order in which a call comes there: the body of a loop
// after its query.
function each(node, take) {
  const entries = Object.entries(node).filter(([, value]) => value !== null && typeof value === 'object');
  for (const [key, value] of entries.sort(([one], [other]) => (one === 'body') - (other === 'body'))) {
    take(key, value);
    each(value, take);
  }
}

// An assignment is `name := expression`, or with `=`.
function textOfExpression({ query, parseMode }) {
  if (parseMode === STATEMENT) return query;
  return `SELECT ${parseMode === EXPRESSION ? query : query.slice(query.indexOf('=') + 1)}`;
}

const optionOf = (node, name) => list(node.options).find(({ DefElem }) => DefElem.defname === name)?.DefElem.arg;

function readPlpgsql(definition, parser) {
  const texts = [];
  const names = new Set();
  each(parser.parsePlPgSQLSync(definition), (key, value) => {
    if (DYNAMIC.has(key)) throw new Dynamic();
    if (key === 'PLpgSQL_expr') texts.push(textOfExpression(value));
    if (value.refname) names.add(value.refname);
  });
  return { names, texts };
}

/**
 * Returns {name, parameters, names, statements} of a CREATE FUNCTION or PROCEDURE: the names of its parameters and of
 * all its variables, and the syntax trees of its statements in the order of the text. Undefined if not all are known.
 */
function readRoutine(definition, parser) {
  try {
    const node = parser.parseSync(definition).stmts[0].stmt.CreateFunctionStmt;
    const body = textOf(optionOf(node, 'as')?.List.items[0]);
    const parameters = list(node.parameters).map(({ FunctionParameter }) => FunctionParameter)
      .filter(({ mode }) => INPUT.has(mode)).map(({ name }) => name);
    const isSql = textOf(optionOf(node, 'language')) === 'sql';
    const { names, texts } = isSql ? { names: new Set(parameters), texts: [body] } : readPlpgsql(definition, parser);
    const statements = texts.flatMap((text) => parser.parseSync(text).stmts ?? []).map(({ stmt }) => stmt);
    return { name: nameOf(node.funcname).at(-1), parameters, names, statements };
  } catch {
    return undefined; // it is made at run time, or in a form that the parser does not know
  }
}

// Arguments by the place of their parameter. Other expressions than values are not known.
function argumentsOf({ parameters }, given) {
  const byPlace = [];
  for (const [index, node] of given.entries()) {
    const { name, arg } = node.NamedArgExpr ?? {};
    const value = arg ?? node;
    byPlace[name === undefined ? index : parameters.indexOf(name)] = valueOf(value) ? value : UNKNOWN;
  }
  return byPlace;
}

const RECORDS = ['new', 'old'];

/**
 * Returns the statements of one call of `routine`. `given`: the nodes of the call's arguments. `records`: of a trigger,
 * {new, old} with nodes by column.
 */
function statementsOf(routine, given, records) {
  const values = argumentsOf(routine, given);
  const { name: own, parameters, names } = routine;
  const named = (name) => values[parameters.indexOf(name)] ?? UNKNOWN;
  const replaced = (node) => {
    if (node === null || typeof node !== 'object') return node;
    if (Array.isArray(node)) return node.map(replaced);
    if (typeOf(node) === 'ParamRef') return values[node.ParamRef.number - 1] ?? UNKNOWN;
    if (typeOf(node) === 'ColumnRef') {
      const [first, second, ...more] = node.ColumnRef.fields.map(textOf);
      if (records && RECORDS.includes(first) && second !== undefined) return records[first][second] ?? UNKNOWN;
      const name = second === undefined ? first : first === own ? second : undefined;
      if (more.length === 0 && name !== undefined && names.has(name)) return named(name);
      return node;
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replaced(value)]));
  };
  return routine.statements.map(replaced);
}

module.exports = { readRoutine, statementsOf };
