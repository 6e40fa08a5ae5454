'use strict';
// Texts about proofs of request races.
const messages = require('../../lib/messages/index.js');

const ABOUT = { handlers: { A: 'POST /a', B: 'POST /b' }, runs: 1, verdict: 'unrepeatable' };

/** Returns the line that tells a user of a pair that could not be repeated, from serialProblem(). */
function unrepeatableLine({ reason, ...details }) {
  return messages.proofLine({ ...ABOUT, reason, details }, { index: 1, count: 1, ms: 1 });
}

module.exports = { unrepeatableLine };
