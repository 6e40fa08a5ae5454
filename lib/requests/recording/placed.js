'use strict';
// Operations with the place of their request, {recording, trace, operation}, over all recordings.

/** Returns the operations of a request in its place, one of Causes. */
const placedIn = ({ request: { operations }, ...place }) => operations.map((operation) => ({ ...place, operation }));

/** Returns whether the operation touches data. */
const hasEffects = ({ operation: { effects = [] } }) => effects.length > 0;

/** Returns whether a proof can hold the operation: not if it is synchronous. */
const canBeHeld = ({ operation: { turn } }) => turn === undefined;

/** Returns when a recording began, in milliseconds since 1970. Clocks of two processes of one machine agree. */
const startedOf = ({ header }) => Date.parse(header?.started ?? 0);

/** Returns when the operation began, in milliseconds since 1970. */
const startOf = ({ recording, operation }) => startedOf(recording) + operation.t;

module.exports = { canBeHeld, hasEffects, placedIn, startOf, startedOf };
