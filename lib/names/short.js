'use strict';
// Short names of operations for people, in messages, reports and gates.

const PHASES = {
  registration: 'start', action: 'start', callback: 'callback', event: 'event', promise: 'promise',
  descriptor: 'arrival', worker: 'completion', timer: 'fires',
};

/** Returns a short name: "fs.access callback", "setInterval tick 2". Without `api` it begins with the full name. */
function operationName({ api, name, phase }) {
  const what = api ?? name;
  if (phase !== 'timer') return `${what} ${PHASES[phase] ?? phase}`;
  const tick = /\/tick#([0-9]+)$/.exec(name)?.[1];
  return tick ? `${what} tick ${tick}` : what;
}

module.exports = { operationName };
