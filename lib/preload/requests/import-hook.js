'use strict';
// A hook on the loading of ES modules, which tell the recorder their exports when they have run: their namespaces
// cannot be reached from outside. Where Node runs hooks in a thread of their own, this file is loaded there.

const { fileURLToPath } = require('node:url');
const { nameOf } = require('./package-names.js');

const RECORDER = "globalThis.process[Symbol.for('nacd-native.requests')]";
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

let files; // name of a file (package-names.js) -> names that the module has to replace itself

let builtinImported; // called with the name of a built-in module before the program has its exports

/**
 * Takes {files: [[name, functions]], imported}; `functions` are those of model/stores, `imported` is called with names
 * of built-in modules, where this runs in the thread of the program.
 */
function initialize(data) {
  builtinImported = data.imported;
  files = new Map(data.files.map(([name, functions]) => [name, functions.filter((one) => IDENTIFIER.test(one))]));
}

function namesOf(url) {
  if (!url.startsWith('file:') || !url.includes('/node_modules/')) return undefined;
  try {
    return files.get(nameOf(fileURLToPath(url.replace(/[?#].*$/, ''))));
  } catch {
    return undefined; // no path of this system
  }
}

// The name of what is exported as default, which importers see change only if it is exported by that name.
const DEFAULT = /^export default ([A-Za-z_$][\w$]*)[ \t]*;?[ \t]*$/m;

const exportedByName = (source) => source.replace(DEFAULT, 'export { $1 as default };');

function assignmentOf(name, source) {
  const variable = name === 'default' ? DEFAULT.exec(source)?.[1] : name;
  return variable === undefined ? [] : [`${name}(value) { ${variable} = value; }`];
}

// Everything is added behind the last line, so that places in the file stay. A module may import itself.
function added(url, names, source) {
  const assign = names.flatMap((name) => assignmentOf(name, source));
  return `\n;import * as nacdNativeExports from ${JSON.stringify(url)};\n` +
    `${RECORDER}?.imported(${JSON.stringify(fileURLToPath(url))}, nacdNativeExports, { ${assign.join(', ')} });\n`;
}

function changed(url, names, result) {
  if (result.format !== 'module' || !result.source) return result;
  const text = typeof result.source === 'string' ? result.source : Buffer.from(result.source).toString('utf8');
  const source = names.includes('default') ? exportedByName(text) : text;
  return { ...result, source: source + added(url, names, text) };
}

/** A load hook for module.registerHooks(). */
function loadSync(url, context, nextLoad) {
  if (url.startsWith('node:')) builtinImported?.(url.slice('node:'.length));
  const names = namesOf(url);
  const result = nextLoad(url, context);
  return names === undefined ? result : changed(url, names, result);
}

/** A load hook for module.register(). */
async function load(url, context, nextLoad) {
  const names = namesOf(url);
  const result = nextLoad(url, context);
  return names === undefined ? result : changed(url, names, await result);
}

module.exports = { initialize, load, loadSync };
