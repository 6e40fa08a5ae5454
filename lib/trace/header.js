'use strict';
// Makes a trace's file name, its limit and its first line (docs/reference/trace-format.md).

const { fstatSync, mkdirSync, statSync } = require('node:fs');
const path = require('node:path');
const { threadId } = require('node:worker_threads');
const { argvOf } = require('./thread-main.js');
const { placeHere } = require('./place.js');

// Options that say what a process writes or what a single run is for, not what is held. A replay needs all others.
const OF_ONE_RUN = new Set([
  'seed', 'trace', 'traceLimit', 'schedule', 'gates', 'requests', 'everyRequest', 'requestsPlan', 'quiet',
]);
const isValue = (value) => ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);

function optionsTold(options) {
  return Object.fromEntries(Object.entries(options).filter(([key, value]) => !OF_ONE_RUN.has(key) && isValue(value)));
}

// Returns the files that standard output and standard error go to. Text beyond their present sizes was written after
// this process began. The numbers are big: Node keeps those of the last call with small ones, and if that was about a
// pipe, fs.realpathSync() takes the folders in its cache for pipes and does not resolve a main module that is a link.
function outputFiles() {
  const files = [];
  for (const fd of [1, 2]) {
    try {
      const stats = fstatSync(fd, { bigint: true });
      if (stats.isFile()) files.push({ dev: Number(stats.dev), ino: Number(stats.ino), size: Number(stats.size) });
    } catch {
      // it is closed
    }
  }
  return files.length > 0 ? files : undefined;
}

const isFolder = (file) => statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
const isFile = (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

// Returns a name that no trace has: process.execve() keeps the pid, and a pid may be used again. A pipe has none.
function freeName(folder) {
  const name = `trace-${process.pid}-${threadId}`;
  let free = `${name}.ndjson`;
  for (let count = 2; isFile(path.resolve(folder, free)); count++) free = `${name}-${count}.ndjson`;
  return path.resolve(folder, free);
}

// mkdirSync does not make all of them at once: in /proc, which refuses a new one with ENOENT, Node never returns.
function makeFolder(folder) {
  if (isFolder(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (error.code !== 'EEXIST' || !isFolder(folder)) throw error; // another process has made it
  }
}

function traceFile(options, seed, now) {
  try {
    makeFolder(path.resolve(options.trace));
  } catch (error) {
    throw new Error(`NACD_TRACE=${options.trace} is not valid: the folder cannot be made: ${error.message}`);
  }
  return {
    traceFile: freeName(options.trace),
    traceLimitBytes: options.traceLimit * 1024 * 1024,
    traceHeader: JSON.stringify({
      type: 'header', format: 1, tool: require('../../package.json').version, node: process.version,
      platform: process.platform, arch: process.arch, pid: process.pid, thread: threadId, place: placeHere(),
      parent: process.ppid,
      argv: argvOf(), cwd: process.cwd(), started: new Date(now).toISOString(), outputs: outputFiles(), seed,
      options: optionsTold(options),
    }),
  };
}

module.exports = { traceFile };
