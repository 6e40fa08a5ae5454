'use strict';
// Ids of candidates that are made of the recording, not by the analysis: the same in each session.
const { createHash } = require('node:crypto');

const DIGITS = 6;

const digest = (text, digits) => createHash('sha256').update(text).digest('hex').slice(0, digits);

/** Returns the id of a candidate that `parts` tell from all others, such as handlers and call sites. */
const idOf = (...parts) => digest(JSON.stringify(parts), DIGITS);

/** Returns the id of a candidate that is made of another one: by `how`. */
const madeId = ({ id }, how) => digest(`${id} ${how}`, id.length);

module.exports = { idOf, madeId };
