'use strict';
// Classes a failure by what its runs show. Nothing else says what a failure is: results, failure files and reports keep
// this value.
//   order       two operations race: it fails in one of their orders
//   time-limit  the delays outlast a limit of time of the test
//   flaky       it fails without delays, too
//   not-clear   none of these was shown

/** Classes that only `nacd minimize` finds. It compares runs of both kinds, so they hold whatever a campaign saw. */
const EXPLAINED = new Set(['order', 'time-limit']);

/**
 * Returns the class of a failure.
 * @param about `known`, the class that it had before; `plain`, {failed, of} of runs without delays, if there are any.
 */
function classOf({ known, plain }) {
  if (EXPLAINED.has(known)) return known;
  return plain?.failed > 0 ? 'flaky' : 'not-clear';
}

/** True if `value` is a class of failures. */
const isClass = (value) => ['order', 'time-limit', 'flaky', 'not-clear'].includes(value);

module.exports = { classOf, isClass };
