'use strict';
// Proposes a first model of an npm package, from its exports, its type declarations and, if there is a command, a run
// of that command with the package's functions watched. Each property gives its evidence as a reason.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { findCompiler } = require('./declarations.js');
const { Scanner } = require('./declared.js');
const { locate, observe } = require('./package.js');

function exportsOf(name, main, cwd) {
  const stdio = ['ignore', 'ignore', 'pipe', 'pipe'];
  const { status, stderr, output } = spawnSync(process.execPath, [path.join(__dirname, 'exports.js'), name, main], { cwd, stdio, encoding: 'utf8' });
  if (status !== 0) throw new UserError(messages.packageFails(name, stderr));
  return JSON.parse(output[3]);
}

function typesOf({ folder, package: { types, typings, exports } }, name, cwd) {
  const own = types ?? typings ?? exports?.['.']?.types;
  if (own) return path.join(folder, own);
  try {
    const beside = `@types/${name.replace('@', '').replace('/', '__')}`;
    const file = createRequire(path.join(cwd, 'x.js')).resolve(`${beside}/package.json`);
    return path.join(path.dirname(file), JSON.parse(fs.readFileSync(file, 'utf8')).types ?? 'index.d.ts');
  } catch {
    return undefined;
  }
}

function declarationsOf(found, name, cwd) {
  const file = typesOf(found, name, cwd);
  const compiler = findCompiler(cwd);
  if (!file || !compiler || !fs.existsSync(file)) return [];
  const scanner = new Scanner(compiler);
  scanner.read(compiler.createSourceFile(file, fs.readFileSync(file, 'utf8'), compiler.ScriptTarget.Latest), { owner: name });
  return scanner.result().entries;
}

class Proposal {
  constructor(name, exported, observed) {
    this.name = name;
    this.exported = exported;
    this.observed = observed;
    this.classes = new Map([[name, []]]);
  }

  #keyOf(owner, name) {
    return owner === this.name ? name : `${owner.slice(this.name.length + 1)}.${name}`;
  }

  add(owner, property) {
    if (!this.classes.has(owner)) this.classes.set(owner, []);
    const list = this.classes.get(owner);
    if (!list.some(({ name }) => name === property.name)) list.push(property);
  }

  /** Prefers evidence of the run to that of a signature. */
  addFunction(owner, name, sign) {
    const seen = this.observed[this.#keyOf(owner, name)];
    const type = [];
    const grounds = [];
    if (seen?.later > 0 || (sign === 'takes a callback' && !seen?.within)) type.push('CB');
    if (seen?.promises > 0 || /promise|async function/.test(sign ?? '')) type.push('RP');
    if (sign) grounds.push(sign);
    if (seen) grounds.push(`in the run: ${seen.calls} calls, ${seen.later} callbacks later, ${seen.within} within the call, ${seen.promises} promises`);
    const emitter = Object.keys(seen?.emitters ?? {}).map((type) => `${this.name}.${type}`).find((known) => this.exported[known]);
    if (emitter && !type.includes('RP')) type.push('RO');
    if (type.length === 0 && !seen) return;
    this.add(owner, { name, type, ...(emitter && type.includes('RO') && { returnedObject: emitter }), reason: `proposed: ${grounds.join('; ')}` });
  }

  addClass(owner, key, of) {
    if (!this.classes.has(of)) this.classes.set(of, []);
    this.add(owner, { name: key, type: ['OC'], returnedObject: of, reason: 'proposed: a class that is exported' });
  }

  isEmitter(name) {
    for (let at = name; at; at = this.exported[at]?.base) if (at === 'EventEmitter') return true;
    return false;
  }

  result() {
    const isKept = ([name, properties]) => name === this.name || properties.length > 0 || this.isEmitter(name);
    const kept = [...this.classes].filter(isKept);
    const names = new Set(kept.map(([name]) => name));
    return kept.map(([moduleName, properties]) => ({
      moduleName, ...(this.isEmitter(moduleName) && { is: ['EventEmitter'] }),
      properties: properties.filter(({ returnedObject }) => returnedObject === undefined || names.has(returnedObject)),
    }));
  }
}

/** Resolves to the classes of the proposal. */
async function scaffold(name, { cwd, env, command }) {
  const found = locate(name, cwd);
  const { EventEmitter: _, ...exported } = exportsOf(name, found.main, cwd);
  const proposal = new Proposal(name, { ...exported, EventEmitter: {} }, observe(name, found, { command, cwd, env }));
  const declared = declarationsOf(found, name, cwd).filter(({ owner }) => exported[owner]);
  for (const { owner, name: key, sign } of declared) {
    if (exported[owner].members[key]?.is === 'function') proposal.addFunction(owner, key, sign);
  }
  for (const [owner, { members, kind }] of Object.entries(exported)) {
    for (const [key, { is, sign, of }] of Object.entries(members)) {
      if (key.startsWith('_')) continue;
      if (is === 'class' && of && exported[of]) proposal.addClass(owner, key, of);
      else if (is === 'function' && (kind === 'class' || !key.includes('.'))) proposal.addFunction(owner, key, sign);
    }
  }
  return proposal.result();
}

module.exports = { scaffold };
