'use strict';
// Slow network: the answer to the first load.
const http = require('http');
let count = 0;
require('./support/slow.js')(__filename, ({ lateEvent }) => {
  lateEvent(http.ClientRequest.prototype, 'response', (args, req) => req.path === '/prices' && ++count === 1, 260);
});
