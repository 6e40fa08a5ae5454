'use strict';
// Says whether the results that `nacd merge` joins are the parts of one campaign (--shard i/n), and which are missing.
const { isDeepStrictEqual } = require('node:util');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { parseShard } = require('./plan.js');

// All parts have these in common. Whole campaigns share only the command; each has a seed of its own.
const SAME = [
  ['command', ({ command }) => command],
  ['number of parts', ({ shard }) => parseShard(shard).of],
  ['seed', ({ seed }) => seed, true],
  ['options', ({ options }) => options, true],
  ['number of runs', ({ limits }) => limits?.ofAll, true],
  ['commit', ({ commit }) => commit, true],
];

function checkSame([first, ...others]) {
  const isWhole = parseShard(first.campaign.shard).of === 1;
  for (const { folder, campaign } of others) {
    for (const [what, valueOf, isOfParts] of SAME) {
      if (isOfParts && isWhole) continue;
      const [theirs, ours] = [campaign, first.campaign].map(valueOf);
      if (!isDeepStrictEqual(theirs, ours)) throw new UserError(messages.otherCampaign(folder, { what, theirs, ours }));
    }
  }
}

function checkOnce(parts) {
  const known = new Map();
  for (const { folder, campaign } of parts) {
    const key = `${campaign.seed} ${campaign.shard}`;
    if (known.has(key)) throw new UserError(messages.samePart(campaign, known.get(key), folder));
    known.set(key, folder);
  }
}

/**
 * Returns {of, missing, unended} of `parts`, [{folder, campaign}]: the number of parts that the campaign was split
 * into, the numbers of those that are missing, and [{folder, number, state}] of those that have not ended. Throws a
 * UserError if one is of another campaign, or if two are the same.
 */
function checkParts(parts) {
  checkSame(parts);
  checkOnce(parts);
  const numbers = new Set(parts.map(({ campaign }) => parseShard(campaign.shard).index + 1));
  const { of } = parseShard(parts[0].campaign.shard);
  const missing = Array.from({ length: of }, (_, index) => index + 1).filter((number) => !numbers.has(number));
  const unended = parts.filter(({ campaign }) => campaign.state !== 'done').map(({ folder, campaign }) => {
    return { folder, number: of > 1 ? parseShard(campaign.shard).index + 1 : undefined, state: campaign.state };
  });
  return { of, missing, unended };
}

module.exports = { checkParts };
