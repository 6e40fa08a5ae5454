'use strict';
// Takes the place of AsyncLocalStorage before Node 24, where that has Node give each promise an id, and look at four
// objects to find the running one: that was a third of what a recording costs. It has the same methods and meaning.
//
// The value of an operation lies on the object that async_hooks know it by, that of a promise on the promise. The one
// that run() or the job of a promise has set counts as long as Node's id of the running operation stays as it was then.

const { createHook, executionAsyncId, executionAsyncResource } = require('node:async_hooks');

const { setPromiseHooks } = require('../binding.js');

const { apply } = Reflect;
const { Promise } = globalThis;

const NONE = -1; // no operation's id
const VALUE = Symbol('nacd-native.context');
const NEW = new Set(['TickObject', 'PROMISE']); // an object of these is never used for another operation

let isEnabled = false;

let setId = NONE; // the operation in which `setValue` is what run() or a job has set
let setValue;

let knownId = NONE; // the operation that was looked at last
let knownValue;

const outer = []; // what was set before the jobs that are running: ids and values in turn

// Node's own functions have come back, since the program has an async hook too. Then the end of a job that is running
// is not told.
let isJobCut = false;

function lookUp(id) {
  if (isJobCut) {
    isJobCut = false;
    setId = NONE;
    outer.length = 0;
  }
  const value = executionAsyncResource()[VALUE];
  if (id === 0) return value; // Node has several objects without an id
  knownId = id;
  knownValue = value;
  return value;
}

function getStore() {
  const id = executionAsyncId();
  if (id === setId) return setValue;
  return id === knownId ? knownValue : lookUp(id);
}

function initPromise(promise) {
  const value = getStore();
  if (value !== undefined) promise[VALUE] = value;
}

function beforeJob(promise) {
  outer.push(setId, setValue);
  setId = executionAsyncId();
  setValue = promise[VALUE];
}

function afterJob() {
  if (outer.length === 0) return; // it began before there were hooks
  setValue = outer.pop();
  setId = outer.pop();
}

function init(id, type, trigger, resource) {
  if (type === 'PROMISE' && outer.length > 0 && resource instanceof Promise) isJobCut = true;
  const value = getStore();
  if (value !== undefined || (!NEW.has(type) && resource[VALUE] !== undefined)) resource[VALUE] = value;
}

// As late as with AsyncLocalStorage: a program without requests does not pay for it.
function enable() {
  isEnabled = true;
  createHook({ init }).enable();
  setPromiseHooks(initPromise, beforeJob, afterJob);
}

/** Calls fn(...args) with this `self` and returns its result. `value` is the one of all that it starts. */
function run(value, fn, self, args) {
  if (!isEnabled) enable();
  const id = setId;
  const before = setValue;
  setId = executionAsyncId();
  setValue = value;
  try {
    return apply(fn, self, args);
  } finally {
    setId = id;
    setValue = before;
  }
}

/** Sets the value of the running code and of all that it goes on with. */
function enterWith(value) {
  if (!isEnabled) enable();
  if (executionAsyncId() === setId) {
    setValue = value;
    return;
  }
  executionAsyncResource()[VALUE] = value;
  knownId = NONE;
}

module.exports = { enterWith, getStore, run };
