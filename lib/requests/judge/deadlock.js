'use strict';
// Tells whether a program tries again after a deadlock: the database ends one of two transactions by an error.
const { SIDES } = require('../../trace/protocol.js');

const CODES = new Set(['40P01', 'ER_LOCK_DEADLOCK']);

/**
 * Returns whether the outcome's requests tried again after a deadlock, and one answers with an error all the same. To
 * wait for several deadlocks takes longer than tests allow, and a test that is over closes the pool.
 */
function hasRunOut({ responses }) {
  const deadlocks = SIDES.map((who) => (responses[who]?.failed ?? []).filter((code) => CODES.has(code)).length);
  const isAgain = SIDES.some((who, i) => deadlocks[i] > 1 || (deadlocks[i] === 1 && responses[who].status < 400));
  return isAgain && SIDES.some((who) => responses[who]?.status >= 500);
}

module.exports = { hasRunOut };
