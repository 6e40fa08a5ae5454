'use strict';
// Slow network: the answer to the first refreshing.
const http = require('http');
let count = 0;
require('./support/slow.js')(__filename, ({ lateEvent }) => {
  lateEvent(http.ClientRequest.prototype, 'response', (args, req) => req.path === '/refresh' && ++count === 1, 500);
});
