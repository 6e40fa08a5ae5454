'use strict';
// The main file of a thread. Node puts it into process.argv of a worker only when the preloaded modules have run, so
// the thread that makes the worker leaves it in what threads inherit.
const path = require('node:path');
const { fileURLToPath } = require('node:url');
const { getEnvironmentData, isMainThread, setEnvironmentData } = require('node:worker_threads');

const KEY = 'nacd-native.main';

const pathOf = (file) => (/^file:/.test(file) ? fileURLToPath(file) : path.resolve(String(file)));

/** Takes the first argument and the options of a Worker that is about to be made. */
function tellMain(file, { eval: isText = false } = {}) {
  const isFile = !isText && !/^data:/.test(file);
  setEnvironmentData(KEY, isFile ? pathOf(file) : undefined);
}

/** Returns process.argv as it is when the program of this thread runs. */
function argvOf() {
  const main = isMainThread ? undefined : getEnvironmentData(KEY);
  if (main === undefined || process.argv[1] === main) return process.argv;
  return [process.argv[0], main, ...process.argv.slice(1)];
}

module.exports = { argvOf, tellMain };
