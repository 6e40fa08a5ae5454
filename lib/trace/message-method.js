'use strict';

/** The method, in traces of requests, of what a consumer does with a message of a queue. */
const MESSAGE = 'MESSAGE';

module.exports = { MESSAGE };
