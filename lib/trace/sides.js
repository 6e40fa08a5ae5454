'use strict';
// The two requests of a pair: the first one is held, and the second one comes meanwhile.

const SIDES = ['first', 'second'];

/** Returns the other one of both. */
const otherSide = (who) => (who === 'first' ? 'second' : 'first');

module.exports = { SIDES, otherSide };
