'use strict';
// Classes that a bundle keeps to itself. Those of event emitters are known when the first object of theirs is made,
// since each constructor of EventEmitter calls EventEmitter.init, as it does for node:domain.

const { EventEmitter } = require('node:events');

const wanted = new Map(); // method that only this class has -> functions to call with the class
const checked = new WeakSet(); // prototypes

let isWatching = false;

function check(prototype) {
  checked.add(prototype);
  for (const [method, listeners] of wanted) {
    if (typeof Object.getOwnPropertyDescriptor(prototype, method)?.value !== 'function') continue;
    for (const listener of listeners) listener(prototype.constructor);
  }
}

function watch() {
  const { init } = EventEmitter;
  EventEmitter.init = function (...args) {
    const prototype = Object.getPrototypeOf(this);
    if (!checked.has(prototype)) check(prototype);
    return Reflect.apply(init, this, args);
  };
}

/** Calls listener(class) when the first object is made of a class of emitters that has `method` of its own. */
function whenMade(method, listener) {
  wanted.set(method, [...wanted.get(method) ?? [], listener]);
  if (!isWatching) watch();
  isWatching = true;
}

module.exports = { whenMade };
