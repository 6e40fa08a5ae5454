'use strict';
// Finds the operations at which a kept race holds its requests, after an edit has moved them to other lines. Otherwise
// a comment above them would look like a fix.
const { statementShape } = require('../trace/places.js');

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

function movedTo(until, operations) {
  const alike = operations.filter((one) => isAlike(one, until));
  if (alike.length === 0 || alike.some(({ site }) => site === until.site)) return until;
  const [site] = sitesLike(until.site, alike);
  return { ...until, site };
}

/** Returns the forced plan with the call sites of today. `serial` is {AB, BA}: the outcomes of serial runs. */
function withMovedSites(plan, { AB, BA }) {
  // The one that comes first does everything; the other one may be refused.
  const operationsOf = { first: AB[0].operations ?? [], second: BA[0].operations ?? [] };
  const steps = plan.steps.map(({ who, until, ...rest }) => {
    const own = operationsOf[who].filter((one) => one.who === who);
    return { ...rest, who, until: until && movedTo(until, own) };
  });
  return { ...plan, steps };
}

module.exports = { withMovedSites };
