'use strict';
// Makes the campaign that remote.js asks for.
const api = require('./index.js');

const abort = new AbortController();

function brief(event) {
  if (event.type === 'start' || event.campaign === undefined) return event;
  const { state, baseline, plain, lingers, failures, ended } = event.campaign;
  return { ...event, campaign: { state, baseline, plain, lingers, failures, ended } };
}

async function work({ verb, options }) {
  const onEvent = (event) => process.send({ type: 'event', value: brief(event) });
  try {
    process.send({ type: 'result', value: await api[verb]({ ...options, signal: abort.signal, onEvent }) });
  } catch ({ name, message }) {
    process.send({ type: 'error', value: { name, message } });
  }
}

process.on('message', (message) => {
  if (message.type === 'start') work(message);
  else abort.abort();
});
// The parent may die without an abort. Nothing must go on without it.
process.on('disconnect', () => abort.abort());
