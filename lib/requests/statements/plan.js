'use strict';
// A plan says what a statement does, whatever its values are. Parsers make it once for each text:
//   steps      what is read and changed, in order: { class, table, keys, columns, guards }
//              keys: { column: [value, ...] }, a value is { param: n } (from 1), { list: n } (a parameter that is a
//              list), { name: n } (a named parameter) or { value } (a literal); undefined: not known
//              rows: [{ column: value }] of an INSERT instead; positional: true where no columns are named
//   unresolved columns of a statement with several tables: { column, values }, of whichever table has it
//   calls      { name, args } of called functions, also those of the database itself. args: nodes of the parser
//   defines    { name, definition } of a function that it makes
//   isCall     true of CALL: what the database does not know may do anything
//   control    { how: begin | commit | rollback | isolation, isolation, scope }
//   locks      [{ name | rows: step, how, scope }]
//   atomic, commutes, understood

const STORE = [{ class: 'R' }, { class: 'W' }];

/** A statement that is not understood: it may read and change everything. */
const unknown = () => ({ steps: STORE, understood: false });

/** A statement that touches no table. */
const nothing = (more) => ({ steps: [], understood: true, ...more });

module.exports = { nothing, unknown };
