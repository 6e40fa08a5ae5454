'use strict';
// A served program as one command: what `nacd requests --serve` runs instead of the command of a test suite. Results
// and failure files have it in the place of the command, so that a replay needs nothing else.
const path = require('node:path');
const { parseArgs } = require('node:util');

const MAIN = path.join(__dirname, 'main.js');
const OPTIONS = {
  serve: { type: 'string' }, traffic: { type: 'string' }, reset: { type: 'string' }, instances: { type: 'string' },
};

/** Returns the command of {serve, traffic, reset, instances}: ['--serve', 'node server.js', '--traffic', ...]. */
function servedCommand({ serve, traffic, reset, instances = 1 }) {
  return [
    '--serve', serve, '--traffic', traffic, ...(reset === undefined ? [] : ['--reset', reset]),
    ...(instances > 1 ? ['--instances', String(instances)] : []),
  ];
}

/** Returns {serve, traffic, reset, instances} of a command that servedCommand() made, or undefined for another one. */
function servedOf(command) {
  if (command[0] !== '--serve') return undefined;
  const { values } = parseArgs({ args: command, options: OPTIONS });
  return { ...values, instances: Number(values.instances ?? 1) };
}

/**
 * Returns the command that carries out `served` with its files in `folder`, and the environment for it. `servers`: how
 * many servers of each main file have to listen before the traffic is sent, where that is known.
 */
function carriedOut(served, folder, env, base, servers) {
  const { NODE_OPTIONS } = env;
  const spec = { ...served, servers, folder, serverOptions: NODE_OPTIONS, options: base.NODE_OPTIONS };
  return { command: [process.execPath, MAIN, JSON.stringify(spec)], env: { ...env, NODE_OPTIONS: base.NODE_OPTIONS ?? '' } };
}

module.exports = { servedCommand, servedOf, carriedOut };
