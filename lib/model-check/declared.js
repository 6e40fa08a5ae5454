'use strict';
// Finds what is asynchronous in declarations that TypeScript has parsed.

const CALLBACK_NAME = /callback|^cb$|listener|handler$/i;
const PROMISE = /^(?:Promise(?:Like)?|Async(?:Iterator|Iterable|IterableIterator|Generator|Disposable))$/;
// Every emitter and event target has these methods, so they count once, for EventEmitter.
const EMITTER = new Set([
  'on', 'once', 'off', 'addListener', 'prependListener', 'prependOnceListener', 'removeListener', 'removeAllListeners',
  'listeners', 'rawListeners', 'listenerCount', 'emit', 'eventNames', 'setMaxListeners', 'getMaxListeners',
  'addEventListener', 'removeEventListener', 'dispatchEvent', 'attachEventListener',
]);
const REGISTER = new Set(['on', 'addListener', 'once']);
// Bases of a class whose instances emit events, or work asynchronously.
const ASYNC_BASE = /EventEmitter|EventTarget|Readable|Writable|Duplex|Transform|Stream|Server|Socket/;

// Types of arguments: an object that the program gives to a function is not part of the API.
const GIVEN = /(?:Options|Opts|Args|Init|Common|Config|Settings|Abortable|Information|Result)$/;

const plainName = (name) => (name.startsWith('node:') ? name.slice(5) : name);

class Scanner {
  constructor(ts) {
    this.ts = ts;
    this.holders = new Map(); // "net.Socket" -> {members: [{name, node}], bases: [text], events: Set}
    this.maps = new Map(); // "net.SocketEventMap" -> {names, owner}
  }

  /** Reads a file. `owner` owns the top-level declarations; without it, only `declare module` is read. */
  read(source, { owner } = {}) {
    this.source = source;
    for (const statement of source.statements) this.#statement(statement, owner);
  }

  #text(node) {
    return node ? this.source.text.slice(node.pos, node.end).trim() : '';
  }

  #statement(node, owner) {
    const { ts } = this;
    if (ts.isModuleDeclaration(node)) this.#module(node, owner);
    else if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) this.#class(node, owner);
    else if (ts.isFunctionDeclaration(node)) this.#member(owner, node);
    else if (ts.isVariableStatement(node)) this.#variables(node.declarationList.declarations, owner);
  }

  #module(node, owner) {
    if (!node.body?.statements) return;
    const name = node.name.text;
    let inside = `${owner}.${name}`;
    if (name === 'global') inside = 'globals';
    else if (this.ts.isStringLiteral(node.name)) inside = plainName(name);
    else if (owner === undefined || name === 'NodeJS') inside = undefined;
    for (const statement of node.body.statements) this.#statement(statement, inside);
  }

  #holder(name) {
    if (!this.holders.has(name)) this.holders.set(name, { members: [], bases: [], events: new Set() });
    return this.holders.get(name);
  }

  #class(node, owner) {
    if (!node.name) return;
    // Types such as NodeJS.Process are declared outside of modules.
    const name = `${owner ?? 'NodeJS'}.${node.name.text}`;
    if (name.endsWith('EventMap')) this.maps.set(name, node.members.map((member) => this.#name(member)).filter(Boolean));
    const holder = this.#holder(name);
    for (const { types } of node.heritageClauses ?? []) holder.bases.push(...types.map((type) => this.#text(type)));
    for (const member of node.members) this.#classMember(name, member);
  }

  #classMember(owner, node) {
    const { ts } = this;
    const isProperty = ts.isPropertySignature(node) || ts.isPropertyDeclaration(node) || ts.isGetAccessor(node);
    if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) this.#member(owner, node);
    else if (isProperty) this.#property(owner, node);
  }

  #name(node) {
    const { ts } = this;
    if (!node.name) return undefined;
    if (ts.isIdentifier(node.name) || ts.isStringLiteral(node.name)) return node.name.text;
    return ts.isComputedPropertyName(node.name) ? this.#text(node.name.expression) : undefined;
  }

  #member(owner, node) {
    const name = this.#name(node);
    if (!owner || !name) return;
    const isStatic = node.modifiers?.some(({ kind }) => kind === this.ts.SyntaxKind.StaticKeyword);
    if (REGISTER.has(name)) this.#eventsOf(owner, node);
    if (EMITTER.has(name) && owner !== 'events.EventEmitter' && owner !== 'events') return;
    const sign = this.#signOf(node);
    const [of, called] = isStatic ? this.#static(owner, name) : [owner, name];
    this.#holder(of).members.push({ name: called, ...sign });
  }

  #static(owner, name) {
    const dot = owner.lastIndexOf('.');
    return [owner.slice(0, dot), `${owner.slice(dot + 1)}.${name}`];
  }

  #eventsOf(owner, node) {
    const { ts } = this;
    const [event] = node.parameters;
    const type = event?.type;
    if (!type) return;
    for (const one of ts.isUnionTypeNode(type) ? type.types : [type]) {
      const isName = ts.isLiteralTypeNode(one) && ts.isStringLiteral(one.literal);
      if (isName) this.#holder(owner).events.add(one.literal.text);
    }
  }

  #property(owner, node) {
    const name = this.#name(node);
    if (!owner || !name || !node.type) return;
    const { ts } = this;
    if (/^on[a-z]/.test(name)) return; // a handler property, which the program sets
    const isFunction = ts.isFunctionTypeNode(node.type);
    const about = isFunction ? this.#signOf(node.type) : { holds: this.#typeNames(node.type) };
    this.#holder(owner).members.push({ name, ...about });
  }

  #variables(nodes, owner) {
    for (const node of nodes) this.#variable(node, owner);
  }

  #variable(node, owner) {
    const name = this.#name(node);
    if (owner && name && node.type && !this.ts.isTypeQueryNode(node.type)) {
      this.#holder(owner).members.push({ name, holds: this.#typeNames(node.type) });
    }
  }

  // Returns the classes that a type names at its top level: "Socket | null" -> ["Socket"].
  #typeNames(type) {
    const { ts } = this;
    if (!type) return [];
    const isCompound = ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type);
    if (isCompound) return type.types.flatMap((one) => this.#typeNames(one));
    if (ts.isTypeReferenceNode(type)) return [this.#text(type.typeName).split('.').at(-1)];
    return [];
  }

  #takesCallback(node) {
    const { ts } = this;
    return node.parameters.find((parameter) => {
      const name = parameter.name.text ?? '';
      if (CALLBACK_NAME.test(name)) return true;
      return parameter.type && ts.isFunctionTypeNode(parameter.type) && parameter === node.parameters.at(-1);
    });
  }

  #signOf(node) {
    const returned = this.#typeNames(node.type);
    if (returned.some((name) => PROMISE.test(name))) return { sign: 'returns a promise' };
    if (this.#takesCallback(node)) return { sign: 'takes a callback' };
    return { returns: returned };
  }

  #isAsyncClass(name, seen = new Set()) {
    const holder = this.holders.get(name);
    if (!holder || seen.has(name)) return false;
    seen.add(name);
    if (holder.events.size > 0 || holder.bases.some((base) => ASYNC_BASE.test(base))) return true;
    return holder.members.some(({ sign }) => sign === 'returns a promise');
  }

  #mapEvents() {
    for (const [map, names] of this.maps) {
      const owner = map.slice(0, -'EventMap'.length);
      const holder = this.#holder(this.holders.has(owner) ? owner : map.slice(0, map.indexOf('.')));
      for (const name of names) holder.events.add(name);
    }
  }

  result() {
    this.#mapEvents();
    const asyncNames = new Set([...this.holders.keys()].filter((name) => this.#isAsyncClass(name)).map((name) => name.split('.').at(-1)));
    const entries = new Map();
    const events = [];
    const declared = {};
    for (const [owner, { members, events: own }] of this.holders) {
      if (GIVEN.test(owner)) continue;
      for (const name of own) events.push({ owner, name });
      declared[owner] = [...new Set(members.map(({ name }) => name))];
      for (const { name, sign, returns, holds } of members) {
        const given = [...(returns ?? []), ...(holds ?? [])].find((type) => asyncNames.has(type));
        const why = sign ?? (given && `${returns ? 'returns' : 'holds'} ${given}`);
        if (why && !name.startsWith('__')) entries.set(`${owner}\n${name}`, { owner, name, sign: why });
      }
    }
    return { entries: [...entries.values()], events, declared };
  }
}

module.exports = { Scanner };
