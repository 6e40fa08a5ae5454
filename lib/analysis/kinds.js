'use strict';
// The kinds of what a trace says a program sees or does, of which one may come before another. `start` and `end` are
// those of a task of the pool, `call` is the end of any other call, `effect` a call that Node.js makes on an object,
// such as a write to a socket.
const { BY_HOOKS } = require('../names/by-hooks.js');

const OF_LOOP = { action: 'start', worker: 'end', descriptor: 'arrival', timer: 'timer', stall: 'stall' };
// The hooks see calls and the events of objects, but no tasks.
const OF_HOOKS = { action: 'effect', callback: 'call', promise: 'call', event: 'arrival', timer: 'timer' };

/** Returns a function of an operation of a trace for its kind; undefined: it has none. */
function kindsIn({ header, operations }) {
  const kinds = header?.options?.engine === 'api' ? OF_HOOKS : OF_LOOP;
  const tasks = new Set(operations.filter(({ phase }) => phase === 'worker').map(({ name }) => name));
  return ({ phase, api, name }) => {
    if (BY_HOOKS.has(api)) return phase === 'event' ? 'exit' : OF_HOOKS[phase];
    // The loop engine decides by how much all due timers are late, as one operation "timer" of its own.
    if (phase === 'timer' && api === 'timer') return undefined;
    if (phase === 'stall' && !name.endsWith('/after#1') && !name.endsWith('/before#1')) return undefined;
    return kinds[phase] === 'start' && !tasks.has(name) ? undefined : kinds[phase];
  };
}

module.exports = { kindsIn };
