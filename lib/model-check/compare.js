'use strict';
// Compares a Node with the model. Finds what the model lacks, and what the Node no longer has.
const fs = require('node:fs');
const path = require('node:path');

const { inRange } = require('./versions.js');

const DATA = path.join(__dirname, '..', '..', 'model', 'check');
const EMITTERS = new Set(['EventEmitter', 'globals.EventTarget']);

const readData = (name) => JSON.parse(fs.readFileSync(path.join(DATA, name), 'utf8'));

/** The model of one version of Node: the names that its classes have, including inherited ones. */
class Modelled {
  constructor(classes, version) {
    const here = classes.filter((one) => inRange(one, version));
    this.classes = new Map(here.map((one) => [one.moduleName, one]));
    this.version = version;
  }

  #properties(name, seen = new Set()) {
    const found = this.classes.get(name);
    if (!found || seen.has(name)) return [];
    seen.add(name);
    return [...(found.properties ?? []), ...(found.is ?? []).flatMap((base) => this.#properties(base, seen))]
      .filter((property) => inRange(property, this.version));
  }

  #followers(name, seen = new Set()) {
    const found = this.classes.get(name);
    if (!found || seen.has(name)) return [];
    seen.add(name);
    const inherited = (found.is ?? []).flatMap((base) => this.#followers(base, seen));
    return [...Object.values(found.follows ?? {}).flat(), ...inherited];
  }

  has(owner, name) {
    return this.#properties(owner).some((property) => property.name === name);
  }

  hasEvent(owner, name) {
    const isOf = ({ name: own, event, type }) => (own === name && type.includes('EV')) || event === name;
    return this.#properties(owner).some(isOf) || this.#followers(owner).some((event) => event === name || event === '*');
  }

  /** Returns whether a class of the module, or the process, has the event: Node's source does not name the class. */
  moduleHasEvent(module, name) {
    const isOf = (owner) => owner === 'process' || [module, `node:${module}`].some((of) => owner === of || owner.startsWith(`${of}.`));
    return [...this.classes.keys()].some((owner) => isOf(owner) && this.hasEvent(owner, name));
  }
}

/** Names that are not modelled, each with the reason. "*" stands for any class. */
class LeftOut {
  constructor(groups, version) {
    this.reasons = new Map();
    for (const group of groups.filter((one) => inRange(one, version))) {
      for (const name of group.names) this.reasons.set(name, group);
    }
    this.used = new Set();
  }

  find(owner, name) {
    for (const key of [`${owner}.${name}`, `*.${name}`, `${owner}.*`]) {
      if (!this.reasons.has(key)) continue;
      this.used.add(key);
      return this.reasons.get(key);
    }
    return undefined;
  }
}

const isAnEmitter = (classes, name) => {
  for (let at = name; at; at = classes[at]?.base) if (EMITTERS.has(at) || at === 'events.prototype') return true;
  return false;
};

/** Yields functions and classes that look asynchronous, by reflection. */
function* reflectedEntries({ classes }) {
  for (const [owner, { members }] of Object.entries(classes)) {
    for (const [name, { is, sign, of, again }] of Object.entries(members)) {
      if (again) continue;
      if (sign) yield { owner, name, sign };
      else if (is === 'class' && of && isAnEmitter(classes, of) && of === `${owner}.${name}`) yield { owner, name, sign: 'a class of emitters' };
    }
  }
}

/** Returns whether a declared name is in this Node; true for a class that no module exports, which cannot be read. */
function exists({ classes }, owner, name) {
  const found = classes[owner];
  if (!found) return !owner.startsWith('globals.') && classes[owner.split('.')[0]] !== undefined;
  for (let at = owner; at; at = classes[at]?.base) if (name in classes[at].members) return true;
  return found.kind === 'class'; // instances may have it as their own
}

/** Renames the longest known prefix: "test.test.TestContext" -> "node:test.TestContext". */
function canonical(names, owner) {
  for (let end = owner.length; end > 0; end = owner.lastIndexOf('.', end - 1)) {
    const renamed = names.classes[owner.slice(0, end)];
    if (renamed !== undefined) return renamed + owner.slice(end);
  }
  return owner;
}

// Turns "native" of "fs.realpath" into "realpath.native" of "fs".
function inside({ classes }, owner, name) {
  const dot = owner.lastIndexOf('.');
  const parent = owner.slice(0, dot);
  const isFunction = classes[parent]?.members[owner.slice(dot + 1)]?.is === 'function';
  return isFunction ? { owner: parent, name: `${owner.slice(dot + 1)}.${name}` } : { owner, name };
}

/** Merges both kinds of evidence: [{owner, name, sign}], each name once, as the model writes it. */
function entriesOf(reflection, declarations, names) {
  const all = new Map();
  const declared = (declarations?.entries ?? []).filter(({ owner, name }) => exists(reflection, owner, name));
  for (const { owner, name, sign } of [...declared, ...reflectedEntries(reflection)]) {
    if (/^_|Sync$/.test(name)) continue;
    const entry = { ...inside(reflection, canonical(names, owner), name), sign };
    const key = `${entry.owner}.${entry.name}`;
    if (!all.has(key)) all.set(key, entry);
  }
  return [...all.values()];
}

function eventsOf(reflection, declarations, names) {
  const all = new Map();
  for (const { owner, name } of declarations?.events ?? []) {
    const of = canonical(names, owner);
    if (exists(reflection, owner, name)) all.set(`${of}.${name}`, { owner: of, name });
  }
  return [...all.values()];
}

function sort(list) {
  return list.sort((a, b) => (`${a.owner}.${a.name}` < `${b.owner}.${b.name}` ? -1 : 1));
}

/** Sorts entries into modelled, missing and left out (with the reason). */
function divide(entries, isModelled, leftOut) {
  const result = { modelled: [], missing: [], leftOut: [], notAsynchronous: [] };
  for (const entry of sort(entries)) {
    const group = isModelled(entry) ? undefined : leftOut.find(entry.owner, entry.name);
    if (isModelled(entry)) result.modelled.push(entry);
    else if (!group) result.missing.push(entry);
    else result[group.asynchronous === false ? 'notAsynchronous' : 'leftOut'].push({ ...entry, reason: group.reason });
  }
  return result;
}

/** Returns properties of the model that the Node lacks. Skips those whose holder cannot be read. */
function gone(reflection, modelled, names, ownOnly) {
  const byModel = new Map(Object.keys(reflection.classes).map((name) => [canonical(names, name), name]));
  const missing = [];
  for (const [owner, { properties = [] }] of modelled.classes) {
    const holder = reflection.classes[owner] ? owner : byModel.get(owner);
    if (!holder) continue;
    for (const { name, type, since, until } of properties) {
      if (!inRange({ since, until }, modelled.version) || type.includes('EV') || /[_(]/.test(name)) continue;
      const isOwn = ownOnly.has(`${owner}.${name}`) || (reflection.classes[holder].kind === 'class' && type.includes('OP'));
      if (!isOwn && !hasMember(reflection, holder, name)) missing.push({ owner, name });
    }
  }
  return sort(missing);
}

function hasMember({ classes }, owner, name) {
  const dot = name.lastIndexOf('.');
  if (!name.startsWith('Symbol.') && dot > 0 && name.slice(dot + 1) in (classes[`${owner}.${name.slice(0, dot)}`]?.members ?? {})) return true;
  for (let at = owner; at; at = classes[at]?.base) if (name in classes[at].members) return true;
  return false;
}

/** Compares the events that Node's source emits with those of the classes of each module. */
function newEmissions({ emissions }, modelled, leftOut) {
  const entries = Object.entries(emissions).flatMap(([owner, list]) => list.map((name) => ({ owner, name, sign: 'emitted by its source' })));
  return divide(entries, ({ owner, name }) => modelled.moduleHasEvent(owner, name), leftOut);
}

/** Compares. `reflection` comes from reflect.js, `declarations` from declarations.js or is undefined. */
function compare(reflection, declarations, classes) {
  const names = readData('names.json');
  const { functions, events, instances } = readData('left-out.json');
  const modelled = new Modelled(classes, reflection.version);
  const leftOut = new LeftOut(functions, reflection.version);
  const leftOutEvents = new LeftOut(events, reflection.version);
  const isModelled = ({ owner, name }) => modelled.has(owner, name);
  const isEvent = ({ owner, name }) => modelled.hasEvent(owner, name);
  return {
    functions: divide(entriesOf(reflection, declarations, names), isModelled, leftOut),
    events: divide(eventsOf(reflection, declarations, names), isEvent, leftOutEvents),
    emissions: newEmissions(reflection, modelled, leftOutEvents),
    gone: gone(reflection, modelled, names, new Set(instances)),
  };
}

module.exports = { compare };
