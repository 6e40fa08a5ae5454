'use strict';
// Loads a built-in module past the program's own hooks on loading (module.registerHooks), which would hear of it.

const { getBuiltinModule } = process;

module.exports = getBuiltinModule ?? require;
