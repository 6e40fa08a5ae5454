'use strict';
// Writes the order in which the operations of two requests ran: "A:select  B:select  B:update  A:update".

const TABLE = /\b(?:from|into|update|table|join)\s+([`"[]?[\w$]+[`"\]]?(?:\.[`"[]?[\w$]+[`"\]]?)*)/i;
const COMMAND = /^[A-Z]+ (\S+)/; // of Redis, with its key

const tableOf = ({ statement = '' }) => (TABLE.exec(statement)?.[1].replace(/[`"[\]]/g, '')
  ?? COMMAND.exec(statement)?.[1]);

const placeOf = ({ site, statement }) => site ?? statement;
const isSame = (one, other) => one.who === other.who && one.verb === other.verb
  && placeOf(one) === placeOf(other) && tableOf(one) === tableOf(other);

// Those that follow each other at one place are one, with their number.
function counted(order) {
  const groups = [];
  for (const one of order) {
    const last = groups.at(-1);
    if (last && isSame(last.one, one)) last.count++;
    else groups.push({ one, count: 1 });
  }
  return groups;
}

// Returns the text that tells an operation from others of its request with the same verb: its table, or its call site.
function nameOf(one, order) {
  const alike = order.filter(({ who, verb }) => who === one.who && verb === one.verb);
  const hasSeveral = (of) => new Set(alike.map(of)).size > 1;
  if (!hasSeveral(placeOf) && !hasSeveral(tableOf)) return '';
  const name = hasSeveral(tableOf) ? tableOf(one) ?? one.site : one.site;
  return name === undefined ? '' : ` ${name}`;
}

/** Returns the text of an order, [{who, verb, site, statement}]. */
function orderText(order) {
  const text = ({ one, count }) => `${one.who}:${one.verb}${nameOf(one, order)}${count > 1 ? ` (${count} times)` : ''}`;
  return counted(order).map(text).join('  ');
}

module.exports = { orderText };
