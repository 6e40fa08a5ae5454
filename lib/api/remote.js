'use strict';
// run() and minimize() of the package itself: whoever imports it has the hooks in his own process, so the campaign is
// made by another one, where nothing is delayed. (nacd-native/api does it in the calling process, without hooks.)
const path = require('node:path');

// The whole campaign comes with the first event only; what each later one adds is added here.
function follower(onEvent) {
  let campaign;
  return (event) => {
    if (event.campaign) campaign = Object.assign(campaign ?? {}, event.campaign);
    if (event.type === 'run') campaign.runs.push(event.run);
    onEvent(event.campaign ? { ...event, campaign } : event);
  };
}

// Node processes that are started from here load the hooks, so this one does; what it starts is its own affair.
const WITHOUT_HOOKS = { NACD_MODE: 'never', NACD_TRACE: '', NACD_MODULES: '-child_process', NODE_OPTIONS: '' };

function start() {
  const { fork } = require('node:child_process');
  const env = { ...process.env, ...WITHOUT_HOOKS };
  return fork(path.join(__dirname, 'remote-child.js'), { env, execArgv: [], serialization: 'advanced' });
}

/** `verb` of lib/api/index.js with the same options, in a process of its own. */
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
