'use strict';

/** The file, in the folder of traces, that tells of a process under `node --watch`. */
const WATCHED = 'watched';

module.exports = { WATCHED };
