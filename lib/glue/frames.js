'use strict';
// AsyncLocalStorage.run() without what is dear in it. Where Node keeps async context in frames (AsyncContextFrame),
// which are Maps that nobody adds to (disable() deletes), run() copies one to enter and another one to leave. Programs
// can't reach frames.

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

// What the storage has in a frame that was made ahead.
class Store {
  context = 0.5; // a double from the start; filled when the frame is entered
  constructor(frame) {
    this.frame = frame;
  }
}

// Made one by one, when a callback comes, frames cost three times as much: by then the processor has forgotten the code
// that makes them.
const AHEAD = 32;

/**
 * Returns a function (context, fn, self, args) that does what storage.run(context, Reflect.apply, fn, self, args) does,
 * except that contextOf() has to be asked what the storage's value is. Undefined where only that does. `access`:
 * {get, set}, for the frame of what runs now.
 */
function runInFrames(storage, access) {
  const makeFrame = frameMaker(storage, access);
  if (!makeFrame) return undefined;
  const { get, set } = access;
  const ahead = [];
  let latest; // the frame that was entered last, unless it has values of the program's: those may be collected
  let latestStore;

  function makeAhead() {
    for (let i = 0; i < AHEAD; i++) {
      const store = new Store(makeFrame());
      store.frame.set(storage, store);
      ahead.push(store);
    }
  }

  function storeIn(frame) {
    if (frame === undefined) return undefined;
    return frame === latest ? latestStore : frame.get(storage);
  }

  function addAll(prior, frame) {
    prior.forEach((value, key) => {
      if (key !== storage) frame.set(key, value);
    });
  }

  // Most often nothing is in the prior frame but the old value of our own storage.
  function enterFrom(prior, before, context) {
    if (ahead.length === 0) makeAhead();
    const store = ahead.pop();
    store.context = context;
    const { frame } = store;
    store.frame = undefined; // Node puts the store into other frames, which outlast this one and what is in it
    const carriesMore = prior !== undefined && prior.size > (before === undefined ? 0 : 1);
    if (carriesMore) addAll(prior, frame);
    set(frame);
    latest = carriesMore ? undefined : frame;
    latestStore = store;
    return frame;
  }

  return function run(context, fn, self, args) {
    const prior = get();
    const before = storeIn(prior);
    if (contextOf(before) === context) return apply(fn, self, args);
    let frame;
    let size = -1; // not entered: the stack may be full
    try {
      frame = enterFrom(prior, before, context);
      size = frame.size;
      return apply(fn, self, args);
    } finally {
      if (size === -1 || (get() === frame && frame.size === size)) set(prior);
      else storage.enterWith(before); // what the program has entered or disabled meanwhile outlasts the call
    }
  };
}

module.exports = { runInFrames };
