'use strict';
// Checks the store files (model/stores) against the packages that are installed.
const { fork } = require('node:child_process');
const { once } = require('node:events');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const path = require('node:path');
const { isModel } = require('./files.js');

const STORES = path.join(__dirname, '..', '..', 'model', 'stores');
const PROGRAM = path.join(__dirname, 'store-functions.js');

/** Returns the store files: objects as in model/stores/store.schema.json. */
const storeFiles = () => fs.readdirSync(STORES).filter(isModel).map((name) =>
  JSON.parse(fs.readFileSync(path.join(STORES, name), 'utf8')));

// Packages need not export their package.json.
function folderOf(name, cwd) {
  const folders = createRequire(path.join(cwd, 'index.js')).resolve.paths(name) ?? [];
  return folders.map((one) => path.join(one, name)).find((one) => fs.existsSync(path.join(one, 'package.json')));
}

const versionIn = (folder) => JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).version;

async function loaded(files) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = fork(PROGRAM, [JSON.stringify(files)], { env, stdio: 'ignore' });
  const [answer] = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => [undefined])]);
  return answer;
}

function entriesOf(model, folder) {
  const files = model.builtin === undefined
    ? Object.entries(model.files).map(([name, functions]) => [path.join(folder, name), functions])
    : [[`node:${model.builtin}`, model.functions]];
  return files.filter(([file]) => file.startsWith('node:') || fs.existsSync(file));
}

/**
 * Compares the store file of a package with what is installed below `cwd`. Resolves to {name, version, functions:
 * [{name, file, found}], problem}; undefined if no store file names it, `version` undefined if it is not installed.
 * Versions differ in their files, so it is enough if one of these has a function.
 */
async function checkStore(name, cwd) {
  const model = storeFiles().find((one) => (one.package ?? one.builtin) === name);
  if (!model) return undefined;
  const folder = model.builtin === undefined ? folderOf(name, cwd) : undefined;
  if (model.builtin === undefined && !folder) return { name, functions: [] };
  const version = folder ? versionIn(folder) : process.versions.node;
  const entries = entriesOf(model, folder);
  const asked = entries.map(([file, functions]) => ({ file, functions: functions.map((one) => one.function) }));
  const answers = await loaded(asked);
  if (!answers) return { name, version, functions: [], problem: 'it ended the process that loaded it' };
  const functions = entries.flatMap(([file, list], i) => list.map((one, k) => ({
    name: one.api ?? (one.function || 'the module'), file: folder ? path.relative(folder, file) : file,
    found: answers[i].found?.[k] === true, kind: one.kind,
  })));
  return { name, version, functions, problem: answers.find(({ problem }) => problem)?.problem };
}

/** Returns true if the recorder can see what a program does with a checked package. */
const isSeen = ({ functions }) => functions.some(({ found }) => found);

module.exports = { checkStore, isSeen, storeFiles };
