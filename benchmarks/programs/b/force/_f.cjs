'use strict';
// Helpers for the force variants. Everything here only makes something late, as a slow disk, pool, peer or process would.
const { syncBuiltinESMExports } = require('module');
globalThis.__busy = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };          // a stopped main thread
globalThis.__block = (ms) => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms); };
globalThis.__sleep = (ms) => new Promise((r) => setTimeout(r, ms));
globalThis.__until = async (cond) => { while (!cond()) await new Promise((r) => setImmediate(r)); };
// __late(fs, 'readFile', { nth: 2, before: 50 }): the second call starts 50 ms late; after: its completion is reported late.
globalThis.__late = (obj, name, { nth, match, before = 0, after = 0 }) => {
  const orig = obj[name];
  let n = 0;
  obj[name] = function (...args) {
    if (match && !match.test(String(args[0]))) return orig.apply(this, args);
    if (nth !== undefined && ++n !== nth) return orig.apply(this, args);
    const last = args[args.length - 1];
    if (typeof last === 'function') {
      args[args.length - 1] = (...r) => { after ? setTimeout(() => last(...r), after) : last(...r); };
      if (before) setTimeout(() => orig.apply(this, args), before); else orig.apply(this, args);
      return undefined;
    }
    return (async () => {
      if (before) await __sleep(before);
      const r = await orig.apply(this, args);
      if (after) await __sleep(after);
      return r;
    })();
  };
  Object.assign(obj[name], orig);
  syncBuiltinESMExports();
};
