'use strict';
// Makes a campaign here, or with the machines of a queue if the options name one.
const { Campaign } = require('../campaign/campaign.js');
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { commitOf } = require('./identity.js');
const { Machines } = require('./machines.js');

// Machines decide what is theirs.
function checkQueue(values, given) {
  if (values.shard !== undefined) throw new UserError(messages.queueAlone('--shard', 'the machines share all runs'));
  if (given.has('jobs')) throw new UserError(messages.queueAlone('--jobs', 'give it to "nacd worker"'));
}

/**
 * Makes the campaign of `context`, and calls `onEvent(event, state)` with each of its events. `given` has the keys of
 * the options that were not left to their defaults; `say(line)` tells of machines. Resolves to the campaign's state.
 */
async function makeCampaign(context, { given, say, onEvent }) {
  const asks = context.values.queue !== undefined;
  if (asks) checkQueue(context.values, given);
  const machines = asks ? await Machines.open(context, say) : undefined;
  const commit = context.values.shard === undefined ? undefined : commitOf(context); // nacd merge compares it
  const campaign = new Campaign({ ...context, machines, commit });
  try {
    for await (const event of campaign.events()) onEvent(event, campaign.state);
  } finally {
    const { state, failures } = campaign.state;
    await machines?.close({ state, failures: failures.length });
  }
  return campaign.state;
}

module.exports = { makeCampaign };
