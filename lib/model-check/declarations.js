'use strict';
// Finds what is asynchronous by the type declarations of a Node major (@types/node, with undici-types for fetch):
// functions with callbacks, promises and emitters, properties that hold such objects, and events by name.
const fs = require('node:fs');
const path = require('node:path');

const { Scanner } = require('./declared.js');

const WEB = ['fetch.d.ts', 'websocket.d.ts', 'eventsource.d.ts', 'cache.d.ts'];

function filesOf(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    // Folders such as ts5.6 repeat the declarations for old compilers.
    if (entry.isDirectory()) return /^(?:ts\d|node_modules|compatibility)/.test(entry.name) ? [] : filesOf(name);
    return entry.name.endsWith('.d.ts') ? [name] : [];
  }).sort();
}

function webFiles(folder) {
  try {
    const undici = path.dirname(require.resolve('undici-types/package.json', { paths: [folder] }));
    return WEB.map((name) => path.join(undici, name)).filter((name) => fs.existsSync(name));
  } catch {
    return [];
  }
}

function tryResolve(request, from) {
  try {
    return require.resolve(request, { paths: [from] });
  } catch {
    return undefined;
  }
}

/** Returns the folder of the declarations of Node `major`, found from folder `from`, or undefined. */
function findDeclarations(major, from) {
  for (const name of ['@types/node', `types-node-${major}`]) {
    const file = tryResolve(`${name}/package.json`, from) ?? tryResolve(`${name}/package.json`, __dirname);
    if (file && JSON.parse(fs.readFileSync(file, 'utf8')).version.split('.')[0] === String(major)) return path.dirname(file);
  }
  return undefined;
}

/** Returns TypeScript, found from folder `from`, or undefined. Version 7 has no API that reads declarations. */
function findCompiler(from) {
  const file = tryResolve('typescript', from) ?? tryResolve('typescript', __dirname);
  if (!file) return undefined;
  const compiler = require(file);
  return typeof compiler.createSourceFile === 'function' ? compiler : undefined;
}

/** Returns {version, entries: [{owner, name, sign}], events: [{owner, name}]} of the declarations in `folder`. */
function readDeclarations(folder, compiler) {
  const scanner = new Scanner(compiler);
  const read = (file, options) => scanner.read(compiler.createSourceFile(file, fs.readFileSync(file, 'utf8'), compiler.ScriptTarget.Latest), options);
  for (const file of filesOf(folder)) read(file);
  for (const file of webFiles(folder)) read(file, { owner: 'globals' });
  const { version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return { version, ...scanner.result() };
}

module.exports = { findDeclarations, findCompiler, readDeclarations };
