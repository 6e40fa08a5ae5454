'use strict';
// Paths as names, call sites and comparisons have them: with slashes, on Windows too.

const isWindows = process.platform === 'win32';

/** Returns `text` without its percent escapes. */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a lone %
  }
}

const hasDrive = (file) => file[1] === ':' && file[2] === '/';

/**
 * Returns the path of a script, given by its path or its file: URL, with slashes and a drive's letter in upper case.
 * Backslashes are left alone on systems whose paths have none (`windows` is false).
 */
function slashed(name, windows = isWindows) {
  const isUrl = name.startsWith('file://');
  const file = isUrl ? decoded(name.slice('file://'.length)) : name;
  if (!windows) return file;
  const path = file.split('\\').join('/');
  if (isUrl && path[0] !== '/') return `//${path}`; // a share: file://server/folder
  const local = isUrl && hasDrive(path.slice(1)) ? path.slice(1) : path;
  return hasDrive(local) ? local[0].toUpperCase() + local.slice(1) : local;
}

module.exports = { decoded, slashed };
