'use strict';
// Has ES modules of packages hooked, once the program is likely to import some: hooks on the loading of modules change
// how Node loads all of them, and Node 20 starts a thread for them.

const Module = require('node:module');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const { mayImport, whenLikelyImports } = require('../esm.js');
const hook = require('./import-hook.js');

/** Node tells of each module that is imported, in the thread that does it: since 22.15. */
const areHeard = typeof Module.registerHooks === 'function';

function register(files, imported) {
  if (areHeard) {
    hook.initialize({ files, imported });
    Module.registerHooks({ load: hook.loadSync });
  } else {
    Module.register?.(pathToFileURL(path.join(__dirname, 'import-hook.js')), { data: { files } }); // since Node 20.6
  }
}

/**
 * `files`: name -> functions of model/stores. imported(name) is called before an ES module gets a built-in module, from
 * Node 22.15 on. Returns a function that is called before a file is compiled.
 */
function watchImports(files, imported) {
  const list = [...files].map(([name, functions]) => [name, functions.map((one) => one.function)]);
  let isRegistered = false;
  const once = () => {
    if (!isRegistered) register(list, imported);
    isRegistered = true;
  };
  whenLikelyImports(once);
  return (content, filename, format) => {
    if (!isRegistered && (format === 'module' || mayImport(content))) once();
  };
}

module.exports = { areHeard, watchImports };
