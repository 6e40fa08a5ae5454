'use strict';

// The name of the header by which a flow travels, of the field of a message, and of the member of the header baggage.
const FLOW = 'nacd-flow';

module.exports = { FLOW };
