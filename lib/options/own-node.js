'use strict';
// A script such as "NODE_OPTIONS=--experimental-vm-modules jest" loses the preload that stands in NODE_OPTIONS. For its
// shell a program "node" of ours stands first in PATH: it adds the preload again and becomes the node behind it.
const path = require('node:path');

const FOLDER = path.join(__dirname, 'bin');
const SETS_OPTIONS = /(?:^|[\s;&|("'])NODE_OPTIONS=/;

/**
 * Returns the variables that a command gets in addition to `env` so that its Node.js processes have `flag`, the preload
 * as it stands in NODE_OPTIONS, although one of its `words` sets NODE_OPTIONS anew. Windows has none of these.
 */
function ownNode(words, env, flag = env.NACD_NODE_OPTION) {
  if (process.platform === 'win32' || !flag || !env.PATH || !words.some((word) => SETS_OPTIONS.test(word))) return {};
  return { PATH: `${FOLDER}${path.delimiter}${env.PATH}`, NACD_NODE_OPTION: flag };
}

module.exports = { ownNode };
