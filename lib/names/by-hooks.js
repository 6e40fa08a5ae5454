'use strict';

// The APIs whose operations the hooks delay also with the loop engine (the model's key heldByHooks).
const BY_HOOKS = new Set([
  'child_process.ChildProcess.exit', 'worker_threads.Worker.exit',
  'globals.WebAssembly.compile', 'globals.WebAssembly.compileStreaming',
]);

module.exports = { BY_HOOKS };
