'use strict';
// Carries out run() and minimize() of the package's main. Importing that installs hooks in the importing process, so
// another process makes the campaign, without delays. (nacd-native/api makes it in the calling process, without hooks.)
const path = require('node:path');

// Only the first event has the whole campaign. This adds to it what later events bring.
function follower(onEvent) {
  let campaign;
  return (event) => {
    if (event.campaign) campaign = Object.assign(campaign ?? {}, event.campaign);
    if (event.type === 'run') campaign.runs.push(event.run);
    onEvent(event.campaign ? { ...event, campaign } : event);
  };
}

// The child inherits the hooks like each Node process that is started here. This leaves them without effect.
const WITHOUT_HOOKS = { NACD_MODE: 'never', NACD_TRACE: '', NACD_MODULES: '-child_process', NODE_OPTIONS: '' };

function start() {
  const { fork } = require('node:child_process');
  const env = { ...process.env, ...WITHOUT_HOOKS };
  return fork(path.join(__dirname, 'remote-child.js'), { env, execArgv: [], serialization: 'advanced' });
}

/** Carries out `verb` of lib/api/index.js with the same options in a new process. */
function remote(verb, { onEvent = () => {}, signal, ...options } = {}) {
  return new Promise((resolve, reject) => {
    const child = start();
    const follow = follower(onEvent);
    const abort = () => child.send({ type: 'abort' });
    const settle = (how, value) => {
      signal?.removeEventListener('abort', abort);
      child.disconnect();
      how(value);
    };
    const heard = {
      event: follow,
      result: (value) => settle(resolve, value),
      error: ({ message, name }) => settle(reject, Object.assign(new Error(message), { name })),
    };
    child.on('message', ({ type, value }) => heard[type](value));
    child.on('exit', (code) => reject(new Error(`nacd: the process of the campaign ended with status ${code}`)));
    child.on('error', reject);
    child.send({ type: 'start', verb, options: { cwd: process.cwd(), env: { ...process.env }, ...options } });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort);
  });
}

module.exports = { remote };
