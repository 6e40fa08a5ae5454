'use strict';

/** The name of the header, of the field of a message and of the member of `baggage` by which a flow goes along. */
const FLOW = 'nacd-flow';

module.exports = { FLOW };
