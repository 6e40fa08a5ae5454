// What the command lines of the benchmarks have in common: what is wrong with one is told in a line, with status 2.
import { accessSync, constants, mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';

export function refuse(line) {
  console.error(line);
  process.exit(2);
}

/** The values of `options`, as parseArgs() takes them, and --help, which prints `usage`. */
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

/** Makes a folder for results, given by `option`. To be called before anything is measured: hours must not be lost. */
export function outputFolder(option, folder) {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const why = ['EEXIST', 'ENOTDIR'].includes(error.code) ? 'a file is in the way' : error.message;
    refuse(`--${option} ${folder}: no folder to write to: ${why}`);
  }
}
