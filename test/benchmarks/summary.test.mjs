import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gapsBetweenRaces, summarize, wilson } from '../../benchmarks/harness/summary.mjs';

test('Wilson interval: known values, and sensible ends', () => {
  const [low, high] = wilson(15, 30);
  assert.ok(Math.abs(low - 0.3315) < 1e-3 && Math.abs(high - 0.6685) < 1e-3);
  assert.equal(wilson(0, 30)[0], 0);
  assert.equal(wilson(30, 30)[1], 1);
});

test('runs until the first failure are the gaps between failures', () => {
  const verdicts = ['pass', 'race', 'race', 'pass', 'pass', 'race', 'pass'];
  assert.deepEqual(gapsBetweenRaces(verdicts.map((verdict) => ({ verdict }))), [2, 1, 3]);
});

const run = (program, tool, verdict, racy) => ({ program, tool, verdict, racy, wall: 100, cpu: 50 });

test('a false alarm of ours makes the whole unsound, a peer does not', () => {
  const options = { tools: [{ name: 'plain' }, { name: 'nacd-native' }, { name: 'peer' }] };
  const fine = ['plain', 'nacd-native'].map((tool) => run('ok-x', tool, 'pass', false));
  assert.equal(summarize([...fine, run('ok-x', 'peer', 'race', false)], options).sound, true);
  assert.equal(summarize([...fine, run('ok-x', 'nacd-native', 'race', false)], options).sound, false);
  assert.equal(summarize([...fine, run('ok-x', 'plain', 'broken', false)], options).sound, false);
});

test('a race is a find, and told relative to plain node', () => {
  const options = { tools: [{ name: 'plain' }, { name: 'nacd-native' }] };
  const runs = [run('x', 'plain', 'pass', true), { ...run('x', 'nacd-native', 'race', true), wall: 200 }];
  const { cells, overall } = summarize(runs, options);
  assert.equal(cells[1].ratio, 1);
  assert.equal(cells[1].relativeWall, 2);
  assert.equal(overall[1].found, 1);
});
