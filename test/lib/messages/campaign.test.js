'use strict';
const assert = require('node:assert/strict');
const { test } = require('node:test');
const { hangLines, messageLines, nextCommands, progress, rate, summary } = require('../../../lib/messages/campaign.js');

const run = (verdict, more = {}) => ({ verdict, kind: 'seed', delays: 3, titles: [], ...more });
const campaign = (runs, more = {}) => ({ state: 'done', runs, failures: [], ...more });

test('a summary without failures gives the bound of the rule of three', () => {
  assert.equal(summary(campaign(Array(30).fill(run('passed')))),
    'no failure in 30 runs, which held 90 operations: with 95 % confidence fewer than 9.5 % of such runs fail');
});

test('a summary counts runs without a verdict, and runs that say nothing', () => {
  assert.equal(summary(campaign([run('inconclusive')])), 'no failure found, but none of 1 run was conclusive\n'
    + '1 run without a verdict: use a larger --timeout or a smaller --max-delay');
});

test('a summary claims nothing of runs that held nothing', () => {
  const runs = (some, none) => [...Array(some).fill(run('passed')), ...Array(none).fill(run('passed', { delays: 0 }))];
  assert.equal(summary(campaign(runs(0, 1))), 'no failure in 1 run, but no run delayed any operation, so this result says '
    + 'nothing: see docs/guide/troubleshooting.md');
  assert.equal(summary(campaign(runs(4, 6))), 'no failure in 10 runs, but 6 of them held nothing and the others 12 '
    + 'operations: that is too little to claim anything (docs/guide/troubleshooting.md)');
  assert.equal(summary(campaign(runs(6, 4))), 'no failure in 10 runs, which held 18 operations: with 95 % confidence '
    + 'fewer than 39 % of such runs fail, not counting the 4 that held nothing');
});

test('a summary names the tests that it says nothing about', () => {
  assert.match(summary(campaign([run('passed')], { plain: { aside: ['a', 'b'] } })), /\nset aside, .*: a; b$/);
});

test('a message has no frames of Node and of nacd', () => {
  const frames = ['Error: x', '  at f (a.js:1:1)', '  at enter (node_modules/nacd-native/lib/together:1:2)', '  at g (node:fs:1:1)'];
  assert.deepEqual(messageLines(frames.join('\n')), ['    Error: x', '      at f (a.js:1:1)']);
});

test('a summary of an interrupted campaign says so first', () => {
  const failed = run('failed', { titles: ['a'] });
  assert.equal(summary(campaign([failed], { state: 'interrupted', failures: [{}] })), 'interrupted; results so far:\n1 failure in 1 run, '
    + 'which held 3 operations');
});

test('a rate has its interval; a replayed failure has no rate', () => {
  assert.equal(rate({ failed: 1, of: 4, interval: [0.05, 0.7] }), 'failed 1 of 4 (25 %; 95 % confidence interval: 5.0 % to 70 %)');
  assert.equal(rate({ failed: 0, of: 0, interval: [0, 0] }), 'the kept schedule failed again');
});

test('a hang names pending operations, open handles and what ran last', () => {
  const entry = { api: 'fs.stat', name: 'fs.stat@a.js:1:1#1', phase: 'callback', site: 'a.js:1:1' };
  const hang = { kind: 'deadlock', idleMs: 2000, waitingFor: [entry], open: [{ kind: 'net.Server' }], last: [entry] };
  assert.deepEqual(hangLines(hang), [
    '  hang: nothing happened for the last 2.0 s (deadlock)', '    waiting for  fs.stat callback  a.js:1:1',
    '    still open   net.Server', '    ran last     fs.stat callback  a.js:1:1',
  ]);
});

test('the next commands can be pasted into a shell', () => {
  assert.deepEqual(nextCommands('a b.json'), ["  replay:    npx nacd replay 'a b.json'", "  minimize:  npx nacd minimize 'a b.json'"]);
  assert.match(nextCommands('a.json', true)[1], /^ {2}prove: {5}npx nacd prove a\.json$/);
});

test('progress leaves out unknown figures', () => {
  assert.equal(progress({ done: 0, failed: 0, elapsed: 1000 }), 'run 1  0 failures  1.0 s');
  assert.equal(progress({ done: 2, limit: 8, failed: 1, elapsed: 1000, left: 3000 }), 'run 3 of 8  1 failure  50 %  1.0 s  3.0 s left');
});
