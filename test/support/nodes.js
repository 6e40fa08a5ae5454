'use strict';
// Lists the Node.js binaries to test on: the one that runs, and each version that `npm test` has put into .cache.
const path = require('node:path');
const { majors, findNode } = require('../../scripts/lib/nodes.js');

const running = Number.parseInt(process.versions.node, 10);

/** Returns [{major, path}]: the running binary first, then the others by version. No major version occurs twice. */
function nodes() {
  const others = majors
    .filter((major) => major !== running)
    .map((major) => ({ major, home: findNode(major) }))
    .filter(({ home }) => home !== undefined)
    .map(({ major, home }) => ({ major, path: path.join(home, 'bin', 'node') }));
  return [{ major: running, path: process.execPath }, ...others];
}

module.exports = { nodes };
