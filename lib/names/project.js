'use strict';
// Places of files in a project, which may lie in another folder on the next machine.
const fs = require('node:fs');
const path = require('node:path');

const known = new Map(); // working directory -> project

function* upFrom(folder) {
  yield folder;
  if (path.dirname(folder) !== folder) yield* upFrom(path.dirname(folder));
}

const isPackage = (folder) => fs.existsSync(path.join(folder, 'package.json'));

/**
 * Returns the outermost folder with a package.json that has `cwd` in it, as FoldersOfProgram() of
 * src/hooks/environment.cc; undefined if there is none.
 */
function projectOf(cwd) {
  if (!known.has(cwd)) known.set(cwd, [...upFrom(cwd)].findLast(isPackage));
  return known.get(cwd);
}

function isInside(folder, file) {
  const inside = path.relative(folder, file);
  return !inside.startsWith('..') && !path.isAbsolute(inside); // absolute: on another drive
}

/**
 * Returns an absolute path relative to `cwd`, with slashes, if it lies there or in `project`, a folder that has `cwd`
 * in it, or undefined; else as it is. As RelativeTo() of src/names/paths.h: test/fixtures/names/paths.json holds for
 * both.
 */
function relativeIn(cwd, project, file) {
  const isOwn = isInside(cwd, file) || (project !== undefined && isInside(project, file));
  return isOwn ? path.relative(cwd, file).split(path.sep).join('/') : file;
}

/** Returns the same for the project that `cwd` lies in. */
const relativeTo = (cwd, file) => relativeIn(cwd, projectOf(cwd), file);

module.exports = { relativeIn, relativeTo };
