'use strict';
// Finds the operations at which a kept race holds its requests, after an edit has moved them to other lines or changed
// their statements. Otherwise a comment above them would look like a fix.
const { statementShape } = require('../../trace/places.js');

const isAlike = (operation, { api, statement, main }) => operation.api === api
  && statementShape(operation.statement) === statement && (main === undefined || operation.service === main);

const partsOf = (site = '') => {
  const [, file, line] = /^(.*?):(\d+)(?::\d+)?$/.exec(site) ?? [];
  return { file, line: Number(line) };
};

// Sites with this statement, the likeliest first: the same file, the nearest line.
function sitesLike(site, operations) {
  const old = partsOf(site);
  const distance = (one) => {
    const { file, line } = partsOf(one);
    return (file === old.file ? 0 : 1e9) + Math.abs(line - old.line);
  };
  return [...new Set(operations.map((one) => one.site))].sort((a, b) => distance(a) - distance(b));
}

const verbOf = (statement = '') => statement.trim().split(/\s/)[0].toUpperCase();
const namesOf = (text = '') => new Set(text.toLowerCase().match(/\w+/g));

// The same kind of statement on the same table: a fix adds a condition to it.
function isRelated({ api, statement, service }, until, table) {
  const isRightTable = !namesOf(until.statement).has(table) || namesOf(statement).has(table);
  return api === until.api && verbOf(statement) === verbOf(until.statement) && isRightTable
    && (until.main === undefined || service === until.main);
}

function movedTo(until, operations, table) {
  const alike = operations.filter((one) => isAlike(one, until));
  if (alike.some(({ site }) => site === until.site)) return until;
  if (alike.length > 0) return { ...until, site: sitesLike(until.site, alike)[0] };
  const related = operations.filter((one) => isRelated(one, until, table));
  if (related.length === 0) return until;
  const [site] = sitesLike(until.site, related);
  const { statement } = related.find((one) => one.site === site);
  return { ...until, site, statement: statementShape(statement), nth: 1, isChanged: true };
}

/**
 * Returns the forced plan with the call sites of today. `serial` is {AB, BA}: the outcomes of serial runs. `table` is
 * the race's, or undefined. A step whose statement has changed has `until.isChanged`.
 */
function withMovedSites(plan, { AB, BA }, table) {
  const name = table?.split('.').at(-1).toLowerCase();
  // The one that comes first does everything; the other one may be refused.
  const operationsOf = { first: AB[0].operations ?? [], second: BA[0].operations ?? [] };
  const steps = plan.steps.map(({ who, until, ...rest }) => {
    const own = operationsOf[who].filter((one) => one.who === who);
    return { ...rest, who, until: until && movedTo(until, own, name) };
  });
  return { ...plan, steps };
}

module.exports = { withMovedSites };
