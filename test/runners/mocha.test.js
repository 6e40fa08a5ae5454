'use strict';
const testRunner = require('./runner.js');

// Version 12 consists of ES modules.
for (const version of ['11.7.5', '12.0.3']) {
  testRunner(`mocha ${version}`, {
    suite: 'mocha',
    packages: { mocha: version },
    limits: true,
    chains: true,
    command: ({ bin, what, preload }) => ({ args: [bin('mocha', 'bin/mocha.js'), ...preload, `${what}.js`] }),
  });
}
