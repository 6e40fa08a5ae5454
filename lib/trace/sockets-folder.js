'use strict';

/** The folder, in the folder of traces, that tells processes the flows of bytes of sockets while they run. */
const SOCKETS = 'sockets';

module.exports = { SOCKETS };
