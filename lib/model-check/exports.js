'use strict';
// A program: node exports.js PACKAGE prints what a package exports, as reflect.js does for Node's modules.
const { EventEmitter } = require('node:events');

const { Reflection, writeAll } = require('./reflect.js');

const [, , name, file] = process.argv;
const exported = require(file);
const found = new Reflection();
found.add('EventEmitter', EventEmitter.prototype, { kind: 'class' });
if (typeof exported === 'function' && exported.prototype && /^[A-Z]/.test(exported.name)) {
  found.add(`${name}.${exported.name}`, exported.prototype, { kind: 'class' });
}
if (exported !== null && (typeof exported === 'object' || typeof exported === 'function')) {
  found.add(name, exported, { kind: 'module', ask: true, skip: (key) => key === 'default' || (typeof exported === 'function' && ['prototype', 'length', 'name'].includes(key)) });
}
// Comes after anything that the package itself prints.
writeAll(3, JSON.stringify(found.classes));
process.exit();
