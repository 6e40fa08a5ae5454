'use strict';
// What a worker with flags of its own preloads. Its process.execArgv is then what the program gave.
process.execArgv.splice(process.execArgv.indexOf(__filename) - 1, 2);
require('./start.js');
delete require.cache[__filename];
