'use strict';
// Proposes a store file (model/stores) of a database driver, from the functions that it exports and, if there is a
// command, from a run of that command with these functions watched.
const { spawnSync } = require('node:child_process');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { locate, observe } = require('./package.js');

const PROGRAM = path.join(__dirname, 'driver-functions.js');
const COMMANDS = new Set(['redis', 'memcached']); // have no statements but commands
const SCHEMAS = new Map([['postgres', 'postgres'], ['mysql', 'mysql'], ['sqlite', 'sqlite']]);
const OF_COMMANDS = /command|^call$/i;
const OF_OTHERS_TOO = new Set(['run', 'all', 'get', 'each', 'batch', 'begin']); // such as caches and routers
const STATEMENT = /sql|query|statement|text|source/i;
const CALLBACK = /^(?:callback|cb|done|fn|next)$/i;
const METHODS = { run: { result: 'changes' }, get: { result: 'row' }, all: { result: 'rows' } };

const posix = (file) => file.split(path.sep).join('/');

// A program that imports the package may get another file of it.
function importedFile({ folder, package: { exports } }) {
  const entry = (exports?.['.'] ?? exports)?.import;
  const file = entry?.default ?? entry;
  return typeof file === 'string' ? path.join(folder, file) : undefined;
}

function functionsOf(name, found, cwd) {
  const files = [...new Set([found.main, importedFile(found)])].filter(Boolean);
  const { status, stderr, output } = spawnSync(process.execPath, [PROGRAM, found.folder, ...files], {
    cwd, stdio: ['ignore', 'ignore', 'pipe', 'pipe'], encoding: 'utf8',
  });
  if (status !== 0) throw new UserError(messages.packageFails(name, stderr));
  return JSON.parse(output[3]);
}

function takesStatements({ name, parameters }, dialect) {
  if (COMMANDS.has(dialect)) return OF_COMMANDS.test(name);
  if (OF_COMMANDS.test(name)) return false;
  if (name === 'prepare') return dialect === 'sqlite'; // others prepare at the server
  return !OF_OTHERS_TOO.has(name) || STATEMENT.test(parameters[0]);
}

function kindOf({ name, parameters }) {
  if (name === 'prepare') return 'prepares';
  const isTransaction = name === 'transaction' || name === 'begin';
  return isTransaction && parameters.length > 0 ? 'transaction' : 'operation';
}

function detailsOf(kind, { parameters, seen }, dialect) {
  if (kind === 'prepares') return { statement: ['0'], sync: true, methods: METHODS };
  if (kind === 'transaction') return { methods: { query: {}, exec: {} } };
  const hasCallback = parameters.some((name) => CALLBACK.test(name)) || seen?.later > 0;
  const hasValues = parameters.length > 1 && !CALLBACK.test(parameters[1]);
  const isSync = seen?.calls > 0 && !hasCallback && seen.promises === 0;
  const isText = COMMANDS.has(dialect);
  const values = isText ? ['1'] : ['0.values', '1'];
  return {
    statement: isText ? ['0'] : ['0.sql', '0.text', '0'], ...(hasValues && { values }),
    ...(hasCallback && { callback: true }), ...(isSync && { sync: true }),
  };
}

/**
 * Resolves to {model, grounds, target}: an object as in model/stores/store.schema.json, a line for each of its
 * functions, and {name, driver, schema}: the package, and the files for its driver and to take the schema of.
 * Rejects with a UserError if no function of the package looks like one that sends statements.
 */
async function scaffoldStore(name, dialect, { cwd, env, command }) {
  const found = locate(name, cwd);
  const observed = observe(name, found, { command, cwd, env });
  const functions = functionsOf(name, found, cwd).filter((one) => takesStatements(one, dialect));
  if (functions.length === 0) throw new UserError(messages.noDriver(name));
  const driver = name.replace(/^@/, '').replaceAll(/\W+/g, '-');
  const files = {};
  const grounds = [];
  for (const one of functions) {
    const seen = observed[one.owner === undefined ? one.name : `${one.owner}.${one.name}`];
    const kind = kindOf(one);
    const api = [name, one.owner, one.name].filter(Boolean).join('.');
    const details = detailsOf(kind, { ...one, seen }, dialect);
    (files[posix(one.file)] ??= []).push({ function: one.function, kind, api, driver, ...details });
    grounds.push(messages.storeGround(api, one.parameters, seen));
  }
  const target = { name, driver, schema: SCHEMAS.get(dialect) };
  return { model: { package: name, dialect, files }, grounds, target };
}

module.exports = { scaffoldStore };
