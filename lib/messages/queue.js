'use strict';
// Messages of a campaign on several machines: nacd run --queue, and nacd worker.
const { commandLine, plural } = require('./words.js');

const FORM = 'redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]/NAME, or rediss:// for TLS';

const WORDS = {
  tool: (text) => `nacd ${text}`,
  node: (text) => `Node.js ${text}`,
  platform: (text) => text,
  commit: (text) => (text === 'none' ? 'no commit' : `commit ${String(text).replace(/^([0-9a-f]{12})[0-9a-f]*/, '$1')}`),
  command: (words) => `the command ${Array.isArray(words) ? commandLine(words.map(String)) : String(words)}`,
};

// A commit with "+" has uncommitted changes.
function adviceFor({ key, ours, theirs }) {
  if (key !== 'commit') return '';
  if (`${ours}${theirs}`.includes('+')) return ' (the part after "+" stands for uncommitted changes)';
  return ours === 'none' || theirs === 'none' ? ' (--commit gives it a name where there is no git)' : '';
}

function otherMachine(difference) {
  const { key, ours, theirs } = difference;
  const word = WORDS[key];
  return `nacd worker: this machine has ${word(ours)}, and the campaign is about ${word(theirs)}${adviceFor(difference)}`;
}

const OUTCOMES = { interrupted: 'was interrupted', broken: 'stopped with an error' };

function outcomeOf({ outcome, failures }) {
  if (OUTCOMES[outcome]) return `the campaign ${OUTCOMES[outcome]}`;
  const found = Number.isInteger(failures) && failures > 0 ? plural(failures, 'failure') : 'no failure';
  return `the campaign has ended: ${found}`;
}

const machineOf = ({ host, pid }) => `process ${Number(pid)} on ${String(host).replace(/[^\w.-]/g, '?')}`;

module.exports = {
  otherMachine,
  badQueue: (text, problem) => `nacd: --queue=${text} is not valid: ${problem}; allowed is ${FORM}`,
  queueNeeded: (verb) => `nacd ${verb}: --queue is missing: nacd ${verb} --queue redis://HOST/NAME -- npm test`,
  queueAlone: (flag, why) => `nacd run: ${flag} does not go with --queue: ${why}`,
  queueNeedsPackages: (oldest) => `nacd: --queue needs bullmq and ioredis, ${oldest} or newer: `
    + 'npm install --save-dev bullmq ioredis',
  noRedis: (shown, error) => `nacd: no Redis at ${shown}: ${(error.message || error.code || 'no answer').split('\n')[0]}`,
  redisLost: (shown) => `nacd: Redis at ${shown} has not answered for a minute`,
  queueInUse: (shown, other) => `nacd: ${machineOf(other)} has a campaign on ${shown}: wait until it ends, or choose another name`,
  campaignForgotten: () => 'nacd: Redis has lost the campaign: it was started again without its data, it removes keys (maxmemory-policy), '
    + 'or this process was suspended for a long time',
  noMachineYet: () => 'waiting for machines: start "nacd worker --queue" with the same command on each',
  noMachineCame: (wait) => `nacd: no machine has taken part for ${wait} s: start "nacd worker --queue" with the same command`,
  machineJoins: (host, jobs, all) => `${host} takes part with ${plural(jobs, 'run')} at once; ${all} in all`,
  machineLeft: (host) => `${host} has left`,
  machineSilent: (host) => `${host} does not answer any more; its runs are repeated`,
  machineRefused: (host, why) => `${host} cannot take part: ${why}`,
  runGivenUp: (name, reason) => `run ${name} was given up: ${String(reason).split('\n')[0].replace(/[^\x20-\x7e]/g, '?').slice(0, 200)}`,
  strangeResult: (name) => `run ${name} was given up: its result is not valid`,
  strangeJob: () => 'its description is not valid',
  strangeCampaign: (shown) => `nacd worker: there is no campaign at ${shown}`,
  waitsForCampaign: (shown) => `waiting for a campaign on ${shown}`,
  noCampaignCame: (shown, wait) => `nacd worker: no campaign has begun on ${shown} within ${wait} s`,
  campaignWasOver: (shown, entry) => `nothing to do on ${shown}: ${outcomeOf(entry)}`,
  askerGone: (entry) => `nacd worker: ${machineOf(entry)}, which asked for the campaign, is gone`,
  triesPlainly: () => 'running once without delays, to check that the command works here',
  failsHere: (title) => `nacd worker: the command fails here without delays: ${title}`,
  takesPart: (jobs, { host }) => `taking part in the campaign of ${String(host).replace(/[^\w.-]/g, '?')}, ${plural(jobs, 'run')} at once`,
  workerEnds: (made, entry) => `${plural(made, 'run')} made; ${outcomeOf(entry)}`,
};
