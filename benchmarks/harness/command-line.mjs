// Reads the command lines of the benchmarks. An error is one line, with exit status 2.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

export function refuse(line) {
  console.error(line);
  process.exit(2);
}

/** Returns the values of `options`, which are as parseArgs() takes them. --help prints `usage`. */
export function optionsOf(options, usage) {
  try {
    const all = { ...options, help: { type: 'boolean', default: false } };
    const { values } = parseArgs({ allowNegative: true, options: all });
    if (!values.help) return values;
    console.log(usage);
  } catch (error) {
    refuse(`${error.message}\n${usage}`);
  }
  return process.exit(0);
}

/** Creates the folder for results that `option` names. Called before a measurement, so that no results get lost. */
export function outputFolder(option, folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const why = ['EEXIST', 'ENOTDIR'].includes(error.code) ? 'a file is in the way' : error.message;
    refuse(`--${option} ${folder}: no folder to write to: ${why}`);
  }
}
