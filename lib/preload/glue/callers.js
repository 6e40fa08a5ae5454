'use strict';
// Finds the caller of a hooked function on the stack.
const { slashed } = require('../../names/slashes.js');

const OWN = slashed(__dirname).slice(0, -'preload/glue'.length);
const DEPTH = 16;

// Node's modules that call on behalf of others: util.promisify, timers, process.nextTick, emitters...
const TRANSPARENT = new Set([
  'node:internal/util', 'node:internal/timers', 'node:timers', 'node:internal/process/task_queues', 'node:events',
  'node:domain', 'node:async_hooks', 'node:internal/async_hooks', 'node:internal/process/promises',
  'node:internal/async_local_storage/async_hooks', 'node:internal/async_local_storage/async_context_frame',
  'node:diagnostics_channel', 'node:internal/event_target',
]);

const keepFrames = (_, frames) => frames;

function stack(below) {
  const holder = {};
  const limit = Error.stackTraceLimit;
  const prepare = Object.getOwnPropertyDescriptor(Error, 'prepareStackTrace');
  try {
    Error.stackTraceLimit = DEPTH;
    Error.prepareStackTrace = keepFrames;
    Error.captureStackTrace(holder, below);
    return Array.isArray(holder.stack) ? holder.stack : [];
  } catch {
    return []; // frozen intrinsics: nothing is known then
  } finally {
    restore(limit, prepare);
  }
}

function restore(limit, prepare) {
  try {
    if (limit === undefined) delete Error.stackTraceLimit;
    else Error.stackTraceLimit = limit;
    if (prepare) Object.defineProperty(Error, 'prepareStackTrace', prepare);
    else delete Error.prepareStackTrace;
  } catch {
    // frozen: nothing was changed either
  }
}

const place = (frame, file) => `${file}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;

/**
 * Returns a kind and a call site: "u" the user's code called, "n" Node's own did (or `pkg`'s), "e" nobody did (the
 * event loop); then the innermost place in the user's code, packages passed over where there is any other.
 */
function callers(pkg) {
  const inside = pkg && `/node_modules/${pkg}/`;
  let kind = 'e';
  let inPackage = '';
  for (const frame of stack(callers)) {
    const name = frame.getFileName();
    if (!name) continue;
    const file = slashed(name);
    if (file.startsWith(OWN)) continue;
    if (file.startsWith('node:') || (inside && file.includes(inside))) {
      if (kind === 'e' && !TRANSPARENT.has(file)) kind = 'n';
      continue;
    }
    if (kind === 'e') kind = 'u';
    if (!file.includes('/node_modules/')) return kind + place(frame, file);
    inPackage ||= place(frame, file);
  }
  return kind + inPackage;
}

module.exports = { callers };
