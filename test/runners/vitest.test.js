'use strict';
const testRunner = require('./runner.js');

for (const pool of ['forks', 'threads']) {
  testRunner(`vitest with ${pool}`, {
    suite: 'vitest',
    chains: true,
    packages: { vitest: '3.2.4' },
    command: ({ bin, what, NODE_OPTIONS }) => ({
      args: [bin('vitest', 'vitest.mjs'), 'run', '--pool', pool, '--root', '.', what],
      env: { NODE_OPTIONS },
    }),
  });
}
