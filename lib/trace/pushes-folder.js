'use strict';

/** The folder, in the folder of traces, that tells processes the flows of elements of lists while they run. */
const PUSHES = 'pushes';

module.exports = { PUSHES };
