'use strict';
// nacd model: lists the modelled API, compares it with a Node, or proposes a first model of a package.
const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { check } = require('../../model-check/check.js');
const { modelClasses } = require('../../model-check/files.js');
const { entryTable, listModules, moduleTable } = require('../../model-check/list.js');
const { scaffold } = require('../../model-check/scaffold.js');
const { scaffoldStore } = require('../../model-check/scaffold-store.js');
const { checkStore, isSeen, storeFiles } = require('../../model-check/stores.js');
const { oneOperand } = require('./operands.js');

const print = (io, lines) => io.stdout.write(`${lines.join('\n')}\n`);
const printJson = (io, value) => io.stdout.write(`${JSON.stringify(value, null, 2)}\n`);

function list({ operands, extra, io }) {
  const module = oneOperand('model list', operands);
  const modules = listModules(modelClasses(), process.versions.node);
  const found = modules.filter((one) => module === undefined || one.module === module);
  if (found.length === 0) throw new UserError(messages.noSuchModule(module, modules.map((one) => one.module)));
  if (extra.json) printJson(io, found);
  else print(io, module === undefined ? moduleTable(modules) : entryTable(found[0]));
  return EXIT.passed;
}

async function checkPackage(name, extra, io) {
  const result = await checkStore(name, io.cwd);
  if (!result) throw new UserError(messages.noStoreFile(name, storeFiles().map((one) => one.package ?? one.builtin)));
  if (result.version === undefined) throw new UserError(messages.noPackage(name));
  if (extra.json) printJson(io, result);
  else print(io, messages.storeCheck(result));
  return isSeen(result) ? EXIT.passed : EXIT.failed;
}

async function checkNode({ operands, extra, io }) {
  if (operands.length > 0) return checkPackage(oneOperand('model check', operands), extra, io);
  const result = await check({ binary: extra.node, cwd: io.cwd }).catch((error) => {
    throw new UserError(messages.notANode(extra.node ?? process.execPath, error));
  });
  if (extra.json) printJson(io, result);
  else print(io, messages.modelCheck(result));
  const { functions, events, emissions, gone } = result;
  const faults = functions.missing.length + events.missing.length + emissions.missing.length + gone.length;
  return faults > 0 ? EXIT.failed : EXIT.passed;
}

async function propose({ operands, settings, io }) {
  const name = oneOperand('model scaffold', operands);
  if (name === undefined) throw new UserError(messages.packageNeeded());
  const from = { cwd: io.cwd, env: io.env, command: settings.command };
  const { store } = settings.values;
  if (store === undefined) {
    printJson(io, await scaffold(name, from));
    return EXIT.passed;
  }
  const { model, grounds, target } = await scaffoldStore(name, store, from);
  printJson(io, model);
  io.stderr.write(`${messages.storeProposed(grounds, target).join('\n')}\n`);
  return EXIT.passed;
}

const ACTIONS = { list, check: checkNode, scaffold: propose };

async function run({ operands: [action, ...operands], ...rest }) {
  if (!Object.hasOwn(ACTIONS, action ?? '')) {
    throw new UserError(messages.badArguments('model', `which of ${Object.keys(ACTIONS).join(', ')}?`));
  }
  return ACTIONS[action]({ operands, ...rest });
}

module.exports = {
  name: 'model',
  summary: 'list or check the model of the asynchronous API, or propose a model of a package',
  usage: 'list [MODULE] | check [PACKAGE|--node BIN] | scaffold PACKAGE [-- CMD...] [--json]',
  details: [
    'list      the modelled API of this Node by module, or each entry of one module',
    'check     the API of a Node that is not modelled, and modelled API that it lacks: status 1 if any',
    '          with a PACKAGE: the functions of its store file (model/stores) that the installed',
    '          version has, by which nacd requests sees its operations: status 1 if there is none',
    'scaffold  a proposal for a model of an npm package, from its exports, its declarations and,',
    '          with a command such as its tests, from what its functions did there',
    '          with --store: a proposal for the store file of a database driver',
  ],
  flags: { node: { type: 'string' }, json: { type: 'boolean' } },
  run,
};
