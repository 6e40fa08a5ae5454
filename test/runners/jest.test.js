'use strict';
const testRunner = require('./runner.js');

for (const [how, flags] of Object.entries({ 'with workers': ['-w', '2'], '-i': ['-i'] })) {
  testRunner(`jest ${how}`, {
    suite: 'jest',
    packages: { jest: '30.2.0' },
    limits: true,
    chains: true,
    command: ({ bin, what, NODE_OPTIONS }) => ({
      args: [bin('jest', 'bin/jest.js'), '--rootDir', '.', '--ci', '--config', '{"testEnvironment":"node"}', ...flags, what],
      env: { NODE_OPTIONS },
    }),
  });
}
