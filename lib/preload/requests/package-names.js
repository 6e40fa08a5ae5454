'use strict';
// Names of packages' files, as in model/stores: the package's name, a slash, the path in its folder.

const path = require('node:path');

const PACKAGES = `${path.sep}node_modules${path.sep}`;

/** Returns the name of a package's file, or undefined for another one. A scope makes a name with two slashes. */
function nameOf(filename) {
  const at = filename.lastIndexOf(PACKAGES);
  if (at < 0) return undefined;
  const name = filename.slice(at + PACKAGES.length);
  return path.sep === '/' ? name : name.replaceAll(path.sep, '/');
}

module.exports = { nameOf };
