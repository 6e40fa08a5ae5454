'use strict';
// AsyncLocalStorage.run() without what is dear in it. Where Node keeps async context in frames (AsyncContextFrame),
// which are Maps that nobody adds to (disable() deletes), run() copies one to enter and another one to leave. Programs
// can't reach frames.

const { isMap } = require('../builtin.js')('node:util/types');

const { apply, construct } = Reflect;
const NOTHING = [];

// V8's own Map, from which the class of frames inherits. A program may have put something else in its place.
function mapBelow(Frame) {
  const functionPrototype = Object.getPrototypeOf(mapBelow);
  const parent = Object.getPrototypeOf(Frame);
  return parent === functionPrototype ? Frame : mapBelow(parent);
}

function addTo(value, key) {
  this.set(key, value);
}

// Returns what makes an empty frame: what their class does where none is set, without the three constructors of Node's
// that lie on that way. Undefined where frames are not what this file takes them for.
function frameMaker(storage, { get, set }) {
  const isFrame = (frame) => isMap(frame) && frame.get(storage) === 1;
  const prior = get();
  try {
    const shown = storage.run(1, get);
    if (!isFrame(shown)) return undefined;
    const Frame = shown.constructor;
    const OwnMap = mapBelow(Frame);
    const makeFrame = () => construct(OwnMap, NOTHING, Frame);
    const made = makeFrame();
    made.set(storage, 1);
    const isSame = isFrame(made) && Object.getPrototypeOf(made) === Object.getPrototypeOf(shown);
    if (!isSame || Reflect.ownKeys(shown).length > 0) return undefined;
    // What Node does to frames it can do to this one.
    set(made);
    if (storage.getStore() !== 1) return undefined;
    storage.disable();
    return made.size === 0 ? makeFrame : undefined;
  } finally {
    set(prior);
  }
}

/**
 * Returns a function (store, fn, self, args) that does what storage.run(store, Reflect.apply, fn, self, args) does.
 * Undefined where only that does. `access`: {get, set}, for the frame of what runs now.
 */
function runInFrames(storage, access) {
  const makeFrame = frameMaker(storage, access);
  if (!makeFrame) return undefined;
  const { get, set } = access;

  // Most often nothing is in the prior frame but the old value of our own storage.
  function enterFrom(prior, before, store) {
    const frame = makeFrame();
    if (prior !== undefined && prior.size > (before === undefined ? 0 : 1)) prior.forEach(addTo, frame);
    frame.set(storage, store);
    set(frame);
    return frame;
  }

  return function run(store, fn, self, args) {
    const prior = get();
    const before = prior === undefined ? undefined : prior.get(storage);
    if (before === store) return apply(fn, self, args);
    let frame;
    let size = -1; // not entered: the stack may be full
    try {
      frame = enterFrom(prior, before, store);
      size = frame.size;
      return apply(fn, self, args);
    } finally {
      if (size === -1 || (get() === frame && frame.size === size)) set(prior);
      else storage.enterWith(before); // what the program has entered or disabled meanwhile outlasts the call
    }
  };
}

module.exports = { runInFrames };
