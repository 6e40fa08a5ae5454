'use strict';

// The name of the header by which a flow travels, of the field of a message, and of the member of the header baggage.
const FLOW = 'nacd-flow';

// Its value where a request that is left out calls or sends: what comes of that is left out, too.
const NOT_RECORDED = '-';

module.exports = { FLOW, NOT_RECORDED };
