'use strict';
// A digest by WebCrypto, and a timer.
const { order, slow } = require('../order.js');

const saw = order('digest', 'timer');
globalThis.crypto.subtle.digest('SHA-256', Buffer.alloc(slow ? 300000000 : 10)).then(() => saw('digest'));
setTimeout(() => saw('timer'), 50);
