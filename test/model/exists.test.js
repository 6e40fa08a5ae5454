'use strict';
// Everything modelled is there, in the versions said, on the Node that runs this. By hand, with another Node:
//   path/to/node --test test/model/exists.test.js
const assert = require('node:assert/strict');
const { after, test } = require('node:test');
const { modelFiles } = require('./files');
const { inRange } = require('../../lib/model-check/versions.js');
const { sampleOf, closeSamples, WITHOUT_SAMPLE } = require('./samples');

const classes = new Map(modelFiles().flatMap((file) => file.classes).map((found) => [found.moduleName, found]));

// Not there on Linux, or not in a process that nobody has forked; they are elsewhere.
const ELSEWHERE = new Set([
  'fs.lchmod', 'cluster.worker', 'process.channel',
  // Behind a flag.
  'globals.EventSource', 'fs/promises.FileHandle.writer',
]);

function symbolOf(name, holder) {
  if (name.startsWith('Symbol.')) return Symbol[name.slice('Symbol.'.length)];
  if (!name.startsWith('Symbol(')) return undefined;
  for (let object = holder; object; object = Object.getPrototypeOf(object)) {
    const found = Object.getOwnPropertySymbols(object).find((symbol) => String(symbol) === name);
    if (found) return found;
  }
  return Symbol('none');
}

function has(holder, name) {
  const symbol = symbolOf(name, holder);
  if (symbol) return symbol in holder;
  const names = name.split('.');
  const last = names.pop();
  for (const step of names) holder = holder?.[step];
  return Boolean(holder) && last in holder && !isLeftOver(holder, last);
}

// A removed function may still have its name.
function isLeftOver(holder, name) {
  const descriptor = Object.getOwnPropertyDescriptor(holder, name);
  return descriptor !== undefined && 'value' in descriptor && descriptor.value === undefined;
}

function isMethod(property) {
  return !property.type.includes('EV');
}

// A model may name an event where it says why nothing is delayed.
function isEventNote({ name, type, reason }) {
  return type.length === 0 && reason?.startsWith('its listeners');
}

function faultsOf(owner, holder, properties) {
  return properties.filter(isMethod).flatMap((property) => {
    const there = has(holder, property.name) || isEventNote(property);
    const full = `${owner}.${property.name}`;
    if (there === inRange(property, process.versions.node) || ELSEWHERE.has(full)) return [];
    return there ? `${full} is there and outside the versions of its model` : `${full} is modelled and not there`;
  });
}

for (const [name, found] of classes) {
  const here = inRange(found, process.versions.node) && !WITHOUT_SAMPLE.has(name);
  test(name, { skip: !here }, async (t) => {
    const holder = await sampleOf(found, classes, t);
    assert.ok(holder, `no ${name} on Node ${process.versions.node}`);
    assert.deepEqual(faultsOf(name, holder, found.properties ?? []), []);
  });
}

after(closeSamples);
