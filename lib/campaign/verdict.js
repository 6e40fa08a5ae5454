'use strict';
// Decides how a run ended: passed, failed, hang, inconclusive or interrupted. Finds the titles of its failures.
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { Apart, TookTooLong } = require('../process/apart.js');
const { errorTitle, failingTests, failureLine } = require('./outputs/index.js');

const LONGEST_MATCH_MS = 5000;

/** The user has ended the match. */
class Stopped extends Error {}

// The pattern is the user's, or a stranger's in a file or a queue: it may backtrack for ever. In a thread of its own it
// keeps no signal from this process. Resolves to {line, isStopped}.
async function matchOf(pattern, outputs, signal) {
  const apart = new Apart(path.join(__dirname, 'match.js'), LONGEST_MATCH_MS);
  const stop = () => apart.end(new Stopped());
  signal?.addEventListener('abort', stop);
  try {
    if (signal?.aborted) throw new Stopped();
    return { line: await apart.call({ pattern, outputs }) };
  } catch (error) {
    if (error instanceof TookTooLong) throw new UserError(messages.slowPattern(pattern, LONGEST_MATCH_MS));
    if (error instanceof Stopped) return { isStopped: true };
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    apart.end();
  }
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

async function verdictOfOutput(outputs, { failOn, signal }) {
  if (failOn === undefined) return { verdict: 'passed', titles: [] };
  const { line, isStopped } = await matchOf(failOn, outputs, signal);
  if (isStopped) return { verdict: 'interrupted', titles: [] }; // nobody knows whether it has failed
  return line === undefined ? { verdict: 'passed', titles: [] } : { verdict: 'failed', titles: [`output: ${line}`] };
}

// All tests ended, and each has a result of its own, but there is no exit status.
function verdictOfTests(outputs, how) {
  const tests = failingTests(...outputs);
  if (tests.length > 0) return { verdict: 'failed', titles: tests };
  const line = failureLine(...outputs);
  if (line !== undefined) return { verdict: 'failed', titles: [errorTitle(...outputs) ?? line] };
  return verdictOfOutput(outputs, how);
}

async function verdictOfTimeout(outputs, { about, ...how }) {
  if (about.kind === 'lingering') {
    const tests = await verdictOfTests(outputs, how);
    if (tests.verdict === 'interrupted') return tests;
    if (tests.verdict === 'failed') return { ...tests, lingers: { ...about, atTimeout: true } };
    return { verdict: 'hang', titles: [DOES_NOT_END], hang: about };
  }
  if (about.inconclusive) return { verdict: 'inconclusive', titles: [], hang: about };
  const tests = failingTests(...outputs);
  return { verdict: 'hang', titles: tests.length > 0 ? tests : [`hang: ${about.kind}`], hang: about };
}

/**
 * Resolves to {verdict, titles, hang, lingers}. `end` is from runCommand(), `outputs` from readOutputs(); `about` is
 * from describeHang(), if the run did not end by itself. A run that lingers (lingering.js) is judged by its tests. A
 * match of `failOn`, a pattern, is a failure; if `signal` aborts meanwhile, the run has the verdict `interrupted`.
 */
async function verdictOf(end, outputs, { about, ...how }) {
  if (end.reason === 'interrupted') return { verdict: 'interrupted', titles: [] };
  if (about?.kind === 'unfinished') return { verdict: 'hang', titles: [`hang: ${about.kind}`], hang: about };
  if (end.reason === 'lingering') return { ...await verdictOfTests(outputs, how), lingers: about };
  if (end.reason === 'timeout') return verdictOfTimeout(outputs, { about, ...how });
  if (end.code !== 0 || end.signal) return { verdict: 'failed', titles: titlesOf(end, outputs) };
  return verdictOfOutput(outputs, how);
}

module.exports = { verdictOf };
