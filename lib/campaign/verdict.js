'use strict';
// Decides how a run ended: passed, failed, hang, inconclusive or interrupted. Finds the titles of its failures.
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { Stopped, TookTooLong, bounded } = require('../process/bounded.js');
const { errorTitle, failingTests, failureLine } = require('./outputs/index.js');

const LONGEST_MATCH_MS = 5000;

// The pattern is the user's, or a stranger's in a file or a queue: it may backtrack for ever.
function matchOf(pattern, text) {
  try {
    return bounded(() => new RegExp(pattern, 'm').exec(text), LONGEST_MATCH_MS);
  } catch (error) {
    if (error instanceof TookTooLong) throw new UserError(messages.slowPattern(pattern, LONGEST_MATCH_MS));
    if (error instanceof Stopped) return null;
    throw error;
  }
}

function matchedLine(pattern, outputs) {
  for (const text of outputs) {
    const match = matchOf(pattern, text);
    if (match) return text.slice(text.lastIndexOf('\n', match.index) + 1).split('\n')[0].trim().slice(0, 300);
  }
  return undefined;
}

function titlesOf({ code, signal }, outputs) {
  const tests = failingTests(...outputs);
  if (tests.length > 0) return tests;
  const error = errorTitle(...outputs);
  if (signal) return [error ? `killed by ${signal}: ${error}` : `killed by ${signal}`];
  return [error ?? `exit status ${code}`];
}

// The title of a run whose tests ended well, and whose process did not end because of a delay.
const DOES_NOT_END = 'hang: lingering';

function verdictOfOutput(outputs, failOn) {
  const matched = failOn === undefined ? undefined : matchedLine(failOn, outputs);
  if (matched === undefined) return { verdict: 'passed', titles: [] };
  return { verdict: 'failed', titles: [`output: ${matched}`] };
}

// All tests ended, and each has a result of its own, but there is no exit status.
function verdictOfTests(outputs, failOn) {
  const tests = failingTests(...outputs);
  if (tests.length > 0) return { verdict: 'failed', titles: tests };
  const line = failureLine(...outputs);
  if (line !== undefined) return { verdict: 'failed', titles: [errorTitle(...outputs) ?? line] };
  return verdictOfOutput(outputs, failOn);
}

function verdictOfTimeout(outputs, { failOn, about }) {
  if (about.kind === 'lingering') {
    const tests = verdictOfTests(outputs, failOn);
    if (tests.verdict === 'failed') return { ...tests, lingers: { ...about, atTimeout: true } };
    return { verdict: 'hang', titles: [DOES_NOT_END], hang: about };
  }
  if (about.inconclusive) return { verdict: 'inconclusive', titles: [], hang: about };
  const tests = failingTests(...outputs);
  return { verdict: 'hang', titles: tests.length > 0 ? tests : [`hang: ${about.kind}`], hang: about };
}

/**
 * Returns {verdict, titles, hang, lingers}. `end` is from runCommand(), `outputs` from readOutputs(); `about` is from
 * describeHang(), if the run did not end by itself. Of a run that lingers (lingering.js), the tests decide.
 */
function verdictOf(end, outputs, { failOn, about }) {
  if (end.reason === 'interrupted') return { verdict: 'interrupted', titles: [] };
  if (about?.kind === 'unfinished') return { verdict: 'hang', titles: [`hang: ${about.kind}`], hang: about };
  if (end.reason === 'lingering') return { ...verdictOfTests(outputs, failOn), lingers: about };
  if (end.reason === 'timeout') return verdictOfTimeout(outputs, { failOn, about });
  if (end.code !== 0 || end.signal) return { verdict: 'failed', titles: titlesOf(end, outputs) };
  return verdictOfOutput(outputs, failOn);
}

module.exports = { verdictOf };
