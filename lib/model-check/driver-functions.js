'use strict';
// A program: node driver-functions.js FOLDER MAIN... prints the functions of a package by which statements may be sent,
// as JSON: [{file, function, owner, name, parameters}]. FOLDER is the package's, MAIN the files that programs load. A
// function is told for the file that defines it, if that exports it: each copy of the package is hooked there.
const path = require('node:path');

const { load } = require('./load.js');
const { writeAll } = require('./reflect.js');

const SQL = /^(?:query|queryRaw|execute|executeRaw|exec|run|all|get|each|batch|prepare|transaction|begin)$/;
const COMMANDS = /^(?:sendCommand|send_command|executeCommand|command|call)$/;
const NATIVE_CODE = /\{\s*\[native code\]\s*\}$/;
const PARENTS = 4;

const isClass = (value) => typeof value === 'function' && typeof value.prototype === 'object' && value.prototype !== null;
const isName = (name) => SQL.test(name) || COMMANDS.test(name);

function valueOf(object, key) {
  try {
    return object[key];
  } catch {
    return undefined; // a getter
  }
}

// ['config', 'values', 'callback'] of "query(config, values = [], callback) {".
function parametersOf(fn) {
  const text = Function.prototype.toString.call(fn);
  const [, list = ''] = /^[^(]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)/.exec(NATIVE_CODE.test(text) ? '' : text) ?? [];
  return list.split(',').map((one) => one.replace(/=.*/s, '').trim()).filter(Boolean);
}

class Functions {
  #known = new Set();
  list = [];

  #add(file, fn, names, about) {
    if (this.#known.has(fn)) return;
    this.#known.add(fn);
    this.list.push({ file, function: names.join('.'), ...about, parameters: parametersOf(fn) });
  }

  #addClass(file, owner, names, parents) {
    let above = 0;
    for (let one = owner; isClass(one) && above <= parents; one = Object.getPrototypeOf(one)) {
      const at = [...names, ...Array(above++).fill('__proto__'), 'prototype'];
      for (const name of Object.getOwnPropertyNames(one.prototype).filter(isName)) {
        const { value } = Object.getOwnPropertyDescriptor(one.prototype, name);
        if (typeof value === 'function') this.#add(file, value, [...at, name], { owner: names.find((key) => key !== 'default') ?? one.name, name });
      }
    }
  }

  /** Adds what a module exports. `parents`: so many classes that each class extends are looked at. */
  add(file, exports, parents) {
    if (isClass(exports)) this.#addClass(file, exports, [], parents);
    if ((typeof exports !== 'object' && typeof exports !== 'function') || exports === null) return;
    for (const key of Object.keys(exports)) {
      const value = valueOf(exports, key);
      if (isClass(value)) this.#addClass(file, value, [key], parents);
      else if (typeof value === 'function' && isName(key)) this.#add(file, value, [key], { name: key });
    }
  }
}

// The file that defines a class is loaded after the one that exports it again.
const isIn = (folder) => ({ filename }) => filename.startsWith(folder + path.sep);
const loadedIn = (folder) => Object.values(require.cache).filter(isIn(folder)).reverse();

async function main(folder, files) {
  const found = new Functions();
  for (const file of files) {
    const exports = await load(file);
    // Only a class that no file exports is found by one that extends it.
    for (const parents of [0, PARENTS]) {
      for (const module of loadedIn(folder)) found.add(path.relative(folder, module.filename), module.exports, parents);
      found.add(path.relative(folder, file), exports, parents);
    }
  }
  // Comes after anything that the package itself prints.
  writeAll(3, JSON.stringify(found.list));
  process.exit();
}

const [, , folder, ...files] = process.argv;
main(folder, files);
