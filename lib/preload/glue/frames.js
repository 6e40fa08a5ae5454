'use strict';
// AsyncLocalStorage.run() without what is dear in it. Where Node keeps async context in frames (AsyncContextFrame),
// which are Maps that nobody adds to (disable() deletes), run() copies one to enter and another one to leave. Mostly
// there is nothing in them but our own storage: then a frame need be no Map. Of frames programs see at most that they
// are there, in timers and resources.

const { isMap } = require('../builtin.js')('node:util/types');
const { contextOf } = require('./context.js');

const { apply, construct } = Reflect;
const NOTHING = [];

// V8's own Map, from which the class of frames inherits. A program may have put something else in its place.
function mapBelow(Frame) {
  const functionPrototype = Object.getPrototypeOf(mapBelow);
  const parent = Object.getPrototypeOf(Frame);
  return parent === functionPrototype ? Frame : mapBelow(parent);
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

// The class of frames that have our storage alone. To Node they are what a Map of frames is: these are the methods by
// which it asks, and copies. The storage's value is the frame itself, of which contextOf() says what it stands for.
function frameClass(storage) {
  return class OwnFrame {
    #context = 0.5; // a double from the start
    constructor(context) {
      this.#context = context;
    }

    get context() {
      return this.#context;
    }

    get size() {
      return 1;
    }

    has(key) {
      return key === storage;
    }

    get(key) {
      return key === storage ? this : undefined;
    }

    disable() {} // another storage, which is not there: ours is never disabled

    [Symbol.iterator]() {
      const value = [storage, this];
      let left = 1;
      return { next: () => ({ done: left-- <= 0, value }) };
    }
  };
}

// Whether Node takes such a frame for one of its own.
function standsIn(frame, storage, { get, set }) {
  const other = new storage.constructor();
  const seen = () => get() !== undefined && storage.getStore() === frame && other.getStore();
  const prior = get();
  try {
    set(frame);
    const alone = seen();
    const inside = other.run(1, seen);
    const after = seen();
    other.enterWith(2);
    const entered = seen();
    other.disable();
    set(frame);
    other.disable();
    return alone === undefined && inside === 1 && after === undefined && entered === 2 && seen() === undefined;
  } catch {
    return false;
  } finally {
    set(prior);
  }
}

/**
 * Returns a function (context, fn, self, args) that does what storage.run(context, Reflect.apply, fn, self, args) does,
 * except that contextOf() has to be asked what the storage's value is. Undefined where only that does. `access`:
 * {get, set}, for the frame of what runs now.
 */
function runInFrames(storage, access) {
  const makeFrame = frameMaker(storage, access);
  const OwnFrame = frameClass(storage);
  if (!makeFrame || !standsIn(new OwnFrame(1), storage, access)) return undefined;
  const { get, set } = access;

  function withAllOf(prior, context) {
    const frame = makeFrame();
    prior.forEach((value, key) => frame.set(key, value));
    frame.set(storage, new OwnFrame(context)); // that knows nothing of what else is here, which it may outlast
    return frame;
  }

  return function run(context, fn, self, args) {
    const prior = get();
    const before = prior === undefined ? undefined : prior.get(storage);
    if (contextOf(before) === context) return apply(fn, self, args);
    const carriesMore = prior !== undefined && prior.size > (before === undefined ? 0 : 1);
    let frame;
    let size = -1; // not entered: the stack may be full
    try {
      frame = carriesMore ? withAllOf(prior, context) : new OwnFrame(context);
      set(frame);
      size = frame.size;
      return apply(fn, self, args);
    } finally {
      if (size === -1 || (get() === frame && frame.size === size)) set(prior);
      else storage.enterWith(before); // what the program has entered or disabled meanwhile outlasts the call
    }
  };
}

module.exports = { runInFrames };
