'use strict';
// Finds the call site in the user's code: the innermost frame that lies neither in Node, nor in a package, nor in a
// file that was generated, nor here.
// V8's async frames are looked at if the stack has none: they name the await that waits for this call.

const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { slashed } = require('../../names/slashes.js');
const { callSites } = require('../binding.js');
const { isGenerated } = require('./generated.js');
const { originalPlace } = require('./source-maps.js');

const LIBRARY = path.dirname(path.dirname(__dirname)) + path.sep;
const PACKAGES = `${path.sep}node_modules${path.sep}`;
const FRAMES = 60;
const folder = process.cwd();
const { captureStackTrace } = Error;
// Undefined where V8's stack can't be read natively.
const callSite = callSites(folder, LIBRARY, false);
const directSite = callSites(folder, LIBRARY, true);

const files = new Map(); // file name of a frame -> path to show, or undefined for code that is not the user's

function shown(name) {
  if (!name || name.startsWith('node:')) return undefined;
  const file = name.startsWith('file://') ? fileURLToPath(name) : name;
  if (!path.isAbsolute(file) || file.includes(PACKAGES) || file.startsWith(LIBRARY)) return undefined;
  if (isGenerated(file)) return undefined;
  return slashed(path.relative(folder, file));
}

function fileOf(name) {
  if (!files.has(name)) files.set(name, shown(name));
  return files.get(name);
}

const asFrames = (_, frames) => frames;

// Has stacks made of all frames until restore().
function prepare() {
  const { stackTraceLimit, prepareStackTrace } = Error;
  Error.stackTraceLimit = FRAMES;
  Error.prepareStackTrace = asFrames;
  return { stackTraceLimit, prepareStackTrace };
}

function restore({ stackTraceLimit, prepareStackTrace }) {
  Error.stackTraceLimit = stackTraceLimit;
  Error.prepareStackTrace = prepareStackTrace;
}

const framesOf = ({ stack }) => (Array.isArray(stack) ? stack : []);

/**
 * Returns "lib/a.js:3:7", relative to the working directory, or undefined. Frames above the call of `fn` do not count.
 */
function siteBelow(fn) {
  const site = callSite === undefined ? undefined : siteOf(callSite(), known);
  if (site !== undefined) return site;
  // No function between: for V8 a frame of optimized code is as much work as all else here.
  const holder = {};
  const before = prepare();
  try {
    captureStackTrace(holder, fn);
    return siteIn(framesOf(holder));
  } finally {
    restore(before);
  }
}

/** The same without V8's async frames, where the stack can be read natively: cheaper where no frame is the user's. */
const siteOnStack = (fn) => (callSite === undefined ? siteBelow(fn) : siteOf(callSite(), known));

/** The same if the user's own code calls `fn`, not a package for it; else undefined. */
function siteOfUser(fn) {
  if (directSite !== undefined) return siteOf(directSite(), directlyKnown);
  const site = siteBelow(fn);
  const name = framesLooked.map((frame) => frame.getFileName()).find((one) => one && !one.startsWith('node:'));
  return name !== undefined && fileOf(name) !== undefined ? site : undefined;
}

const known = [undefined]; // by the number that callSite() gives
const directlyKnown = [undefined]; // by that of directSite()

const siteOf = (site, list) => (typeof site === 'number' ? list[site] : shownSite(site, list));

// Of a call site that has a number from now on.
function shownSite(site, list) {
  if (site === undefined) return undefined;
  const [, name] = /^(.*):\d+:\d+$/.exec(site) ?? [];
  const shown = name !== undefined && isGenerated(path.resolve(folder, name)) ? undefined : original(site);
  list.push(shown);
  return shown;
}

// "a.js:19:15" as the user wrote it, of a transformed file or of one outside of the working directory.
function original(site) {
  const [, given, line, column] = /^(.*):(\d+):(\d+)$/.exec(site) ?? [];
  if (given === undefined) return site;
  const name = path.isAbsolute(given) ? slashed(path.relative(folder, given)) : given;
  const place = originalPlace(path.resolve(folder, name), Number(line), Number(column));
  return `${name}:${place.line}:${place.column}`;
}

/**
 * Returns the call site of the code that awaits the promise whose callback is running, by V8's async frames, or
 * undefined. Query builders begin when they are awaited: then no frame of the user's is on the stack.
 */
const awaitingSite = () => siteBelow(undefined);

const FRAME = /^\s*at (?:.*\()?(.+?):(\d+):(\d+)\)?$/;

// Whoever formats stacks has the maps of what it transformed: vitest, jest, ts-node, --enable-source-maps. Each realm
// has an Error of its own.
const isMapped = ({ constructor: kind }) => (
  process.sourceMapsEnabled === true || typeof kind?.prepareStackTrace === 'function');

/** Returns the call site at which `error` was made. */
function siteOfError(error) {
  const { stack } = error ?? {};
  if (typeof stack !== 'string') return undefined;
  const frames = stack.split('\n').map((line) => FRAME.exec(line)).filter(Boolean);
  for (const [, name, line, column] of frames) {
    const file = fileOf(name);
    if (file === undefined) continue;
    const site = `${file}:${line}:${column}`;
    return isMapped(error) ? site : original(site);
  }
  return undefined;
}

let framesLooked = []; // of the last call

const COLUMNS = 2 ** 26; // more than a line has

const places = new Map(); // file to show -> line and column as one number -> call site to show

function siteAt(file, line, column) {
  let known = places.get(file);
  if (known === undefined) places.set(file, known = new Map());
  const key = line * COLUMNS + column;
  if (!known.has(key)) known.set(key, original(`${file}:${line}:${column}`));
  return known.get(key);
}

function siteIn(frames) {
  framesLooked = frames;
  for (const frame of frames) {
    const file = fileOf(frame.getFileName());
    if (file !== undefined) return siteAt(file, frame.getLineNumber(), frame.getColumnNumber());
  }
  return undefined;
}

const PACKAGE = /^(?:@[^/]+\/)?[^/]+/;

/**
 * Returns "node_modules/express-session/index.js:1:2", the innermost place in a package but the driver's, for the call
 * whose site was just looked for in vain: a middleware of a package has no caller in the user's code.
 */
function placeInPackage(driver) {
  for (const frame of framesLooked) {
    const name = slashed(frame.getFileName() ?? '');
    const at = name.lastIndexOf('/node_modules/');
    const [own] = at < 0 ? [] : PACKAGE.exec(name.slice(at + '/node_modules/'.length)) ?? [];
    if (own === undefined || own === driver || own.startsWith(`${driver}-`)) continue;
    return `${name.slice(at + 1)}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  }
  return undefined;
}

module.exports = { awaitingSite, placeInPackage, siteBelow, siteOfError, siteOfUser, siteOnStack };
