'use strict';
// AsyncLocalStorage.run() without what is dear in it. Where Node keeps async context in frames (AsyncContextFrame),
// which are Maps that nobody adds to, run() copies one to enter and another one to leave.

const { isMap } = require('../builtin.js')('node:util/types');

const uncurry = (method) => Function.prototype.call.bind(method);
const valueOf = uncurry(Map.prototype.get);
const add = uncurry(Map.prototype.set);
const each = uncurry(Map.prototype.forEach);
const sizeOf = uncurry(Object.getOwnPropertyDescriptor(Map.prototype, 'size').get);
const { apply } = Reflect;

function addTo(value, key) {
  add(this, key, value);
}

// The class of frames, where they are what this file takes them for.
function frameClass(storage, { get, set }) {
  const isFrame = (frame) => isMap(frame) && valueOf(frame, storage) === 1;
  const prior = get();
  try {
    const shown = storage.run(1, get);
    if (!isFrame(shown)) return undefined;
    set(undefined);
    const made = new shown.constructor(storage, 1);
    const isSame = isFrame(made) && sizeOf(made) === 1 && Object.getPrototypeOf(made) === Object.getPrototypeOf(shown);
    return isSame ? shown.constructor : undefined;
  } finally {
    set(prior);
  }
}

/**
 * Returns a function (store, fn, self, args) that does what storage.run(store, Reflect.apply, fn, self, args) does.
 * Undefined where only that does. `access`: {get, set}, for the frame of what runs now.
 */
function runInFrames(storage, access) {
  const Frame = frameClass(storage, access);
  if (!Frame) return undefined;
  const { get, set } = access;

  // Made empty, then filled: a frame that is made while another one is set copies that by an iterator, and most often
  // nothing is in it but the old value of our own storage.
  function enterFrom(prior, before, store) {
    set(undefined);
    const frame = new Frame(storage, store);
    if (prior !== undefined && sizeOf(prior) > (before === undefined ? 0 : 1)) {
      each(prior, addTo, frame);
      add(frame, storage, store);
    }
    set(frame);
    return frame;
  }

  return function run(store, fn, self, args) {
    const prior = get();
    const before = prior === undefined ? undefined : valueOf(prior, storage);
    if (before === store) return apply(fn, self, args);
    let frame;
    let size = -1; // not entered: the stack may be full
    try {
      frame = enterFrom(prior, before, store);
      size = sizeOf(frame);
      return apply(fn, self, args);
    } finally {
      if (size === -1 || (get() === frame && sizeOf(frame) === size)) set(prior);
      else storage.enterWith(before); // what the program has entered or disabled meanwhile outlasts the call
    }
  };
}

module.exports = { runInFrames };
