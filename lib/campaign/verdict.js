'use strict';
// Decides how a run ended: passed, failed, hang, inconclusive or interrupted. Finds the titles of its failures.
const fs = require('node:fs');
const path = require('node:path');

const { errorTitle, failingTests, haveTestsEnded } = require('./outputs/index.js');

// Titles are at the end of the output. A program may have written gigabytes, which must not fill our memory.
const TAIL_BYTES = 8 * 1024 * 1024;

function readTail(file) {
  const fd = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(fd);
    const length = Math.min(size, TAIL_BYTES);
    const buffer = Buffer.alloc(length);
    fs.readSync(fd, buffer, 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    fs.closeSync(fd);
  }
}

function readOutputs(folder) {
  return ['stdout', 'stderr'].map((name) => readTail(path.join(folder, name)));
}

function matchedLine(pattern, outputs) {
  const regex = new RegExp(pattern, 'm');
  for (const text of outputs) {
    const match = regex.exec(text);
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

const DOES_NOT_END = 'hang: lingering';

function verdictOfOutput(outputs, failOn) {
  const matched = failOn === undefined ? undefined : matchedLine(failOn, outputs);
  if (matched === undefined) return { verdict: 'passed', titles: [] };
  return { verdict: 'failed', titles: [`output: ${matched}`] };
}

// All tests ended, so each has its own result, and something open keeps the process alive.
function verdictOfLingering(outputs, { failOn, about, mayLinger }) {
  const hang = { ...about, kind: 'lingering', inconclusive: false };
  const tests = failingTests(...outputs);
  if (tests.length > 0) return { verdict: 'failed', titles: tests, hang };
  if (!mayLinger) return { verdict: 'hang', titles: [DOES_NOT_END], hang };
  return { ...verdictOfOutput(outputs, failOn), hang };
}

function verdictOfTimeout(outputs, hang) {
  if (hang.inconclusive) return { verdict: 'inconclusive', titles: [], hang };
  const tests = failingTests(...outputs);
  return { verdict: 'hang', titles: tests.length > 0 ? tests : [`hang: ${hang.kind}`], hang };
}

/**
 * Returns {verdict, titles, hang}. `end` is from runCommand(); `about` is from describeHang(), if the run did not end
 * by itself. With `mayLinger` a process that stays alive after its tests is no failure: it does so without delays, too.
 */
function verdictOf(end, folder, { failOn, about, mayLinger }) {
  if (end.reason === 'interrupted') return { verdict: 'interrupted', titles: [] };
  const outputs = readOutputs(folder);
  const lingers = about && about.kind !== 'slow' && haveTestsEnded(...outputs);
  if (end.reason === 'lingering' || lingers) return verdictOfLingering(outputs, { failOn, about, mayLinger });
  if (end.reason === 'timeout') return verdictOfTimeout(outputs, about);
  if (end.code !== 0 || end.signal) return { verdict: 'failed', titles: titlesOf(end, outputs) };
  return verdictOfOutput(outputs, failOn);
}

module.exports = { verdictOf, readOutputs, DOES_NOT_END };
