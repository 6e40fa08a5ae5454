'use strict';

const MOST_CHARACTERS = 512; // a longer argument is a value

/** Returns whether an argument of a command may be the name of a key. */
const isKeyName = (value) => ['string', 'number'].includes(typeof value) && String(value).length <= MOST_CHARACTERS;

module.exports = { isKeyName };
