'use strict';
// A program: loads files of a package and prints which functions of a store file (model/stores) they have. Its argument
// is JSON: [{file, functions}].

const { load } = require('./load.js');

const follow = (object, names) => names.reduce((value, name) => value?.[name], object);

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
