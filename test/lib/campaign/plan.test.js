'use strict';
const assert = require('node:assert/strict');
const path = require('node:path');
const { test } = require('node:test');

const { replayOptions } = require('../../../lib/campaign/plan.js');

test('a failure file of an older version replays without what options do not allow any more', () => {
  const own = { strategy: 'alike', slowChildren: 3, reverseShare: 0.5, seed: 7, engine: 'both', stalls: 0, trace: 'x' };
  const { trace, quiet, schedule, ...options } = replayOptions({ options: own }, 'a.json');
  assert.deepEqual(options, { strategy: 'planned', seed: 7, engine: 'both', stalls: 0, mode: 'replay' });
  assert.deepEqual([trace, quiet, schedule], [undefined, undefined, path.resolve('a.json')]);
  assert.equal(replayOptions({ options: { strategy: 'pct' } }, 'a.json').strategy, 'pct', 'control');
  assert.equal(replayOptions({}, 'a.json').strategy, undefined);
});
