'use strict';
// The preload of a worker with flags of its own. Its process.execArgv is then as the program gave it.
process.execArgv.splice(process.execArgv.indexOf(__filename) - 1, 2);
require('./start.js');
delete require.cache[__filename];
