'use strict';
// The wallet with FOR UPDATE over a pool of one connection: the held request has it.
const wallet = require('./for-update.cjs');

module.exports = { ...wallet, about: 'pool of one connection', connections: 1 };
