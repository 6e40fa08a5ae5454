'use strict';
// The package's main: `node -r nacd-native app.js` installs the hooks. A program that imports `run` or `minimize` makes
// the same campaigns as the command line.

/** As in index.d.ts. */
exports.run = (options) => require('./api/remote.js').remote('run', options);
/** As in index.d.ts. */
exports.minimize = (options) => require('./api/remote.js').remote('minimize', options);

require('./preload/start.js');

// A program may list the modules it has loaded, or delete all of them: this one neither shows nor installs twice.
delete require.cache[__filename];
