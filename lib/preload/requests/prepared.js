'use strict';
// Functions that prepare a statement: the methods of the object that they return are the operations.

const { recorded } = require('./operations.js');

const { apply } = Reflect;

const prepared = new WeakMap(); // statement -> { object: the connection, text }
const hookedPrototypes = new WeakSet();

// Positional values, a list of them, or an object of named ones. The last argument may be a callback.
function valuesIn(args) {
  const given = args.filter((value) => typeof value !== 'function');
  const [first] = given;
  if (given.length !== 1 || typeof first !== 'object' || first === null || ArrayBuffer.isView(first)) return given;
  return first;
}

function hookMethods(spec, driver, statement) {
  const prototype = Object.getPrototypeOf(statement);
  if (hookedPrototypes.has(prototype)) return;
  hookedPrototypes.add(prototype);
  const facts = (self, args) => {
    const known = prepared.get(self) ?? driver.statementOf(self);
    return { object: known.object, statement: known.text, values: valuesIn(args) };
  };
  for (const [name, method] of Object.entries(spec.methods)) {
    const original = prototype[name];
    if (typeof original !== 'function') continue;
    const own = { ...spec, ...method, api: `${spec.api}.${name}` };
    const wrapper = recorded({ spec: own, original, driver, facts });
    Object.defineProperty(wrapper, 'name', { value: name });
    Object.defineProperty(prototype, name, { value: wrapper, writable: true, configurable: true, enumerable: false });
  }
}

/** Returns a function that takes the place of `original`, which prepares statements. */
function prepares(spec, original, driver) {
  return function prepare(text, ...more) {
    const statement = apply(original, this, [text, ...more]);
    hookMethods(spec, driver, statement);
    prepared.set(statement, { object: this, text: String(text) });
    return statement;
  };
}

module.exports = { prepares };
