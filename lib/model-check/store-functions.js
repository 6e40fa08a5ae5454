'use strict';
// A program: loads files of a package and prints which functions of a store file (model/stores) they have. Its argument
// is JSON: [{file, functions}].

const { pathToFileURL } = require('node:url');

const follow = (object, names) => names.reduce((value, name) => value?.[name], object);

async function load(file) {
  try {
    return require(file);
  } catch (error) {
    if (error.code !== 'ERR_REQUIRE_ESM') throw error; // before Node 22.12
    return import(pathToFileURL(file));
  }
}

async function found({ file, functions }) {
  try {
    const exports = await load(file);
    const functionOf = (name) => follow({ exports }, ['exports', ...name.split('.').filter(Boolean)]);
    return { file, found: functions.map((name) => typeof functionOf(name) === 'function') };
  } catch (error) {
    return { file, problem: error.message.split('\n')[0] };
  }
}

Promise.all(JSON.parse(process.argv[2]).map(found)).then((answer) => process.send(answer, () => process.exit()));
