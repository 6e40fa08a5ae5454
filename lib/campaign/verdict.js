'use strict';
// Decides how a run ended: passed, failed, hang, inconclusive or interrupted. Finds the titles of its failures.
const fs = require('node:fs');
const path = require('node:path');

const { errorTitle, failingTests } = require('./outputs/index.js');

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

/** Returns {verdict, titles}. `end` is from runCommand(); `hang` is from describeHang(), if the run timed out. */
function verdictOf(end, folder, { failOn, hang }) {
  if (end.reason === 'interrupted') return { verdict: 'interrupted', titles: [] };
  const outputs = readOutputs(folder);
  if (end.reason === 'timeout') {
    if (hang.inconclusive) return { verdict: 'inconclusive', titles: [] };
    const tests = failingTests(...outputs);
    return { verdict: 'hang', titles: tests.length > 0 ? tests : [`hang: ${hang.kind}`] };
  }
  const matched = failOn === undefined ? undefined : matchedLine(failOn, outputs);
  if (end.code !== 0 || end.signal) return { verdict: 'failed', titles: titlesOf(end, outputs) };
  if (matched !== undefined) return { verdict: 'failed', titles: [`output: ${matched}`] };
  return { verdict: 'passed', titles: [] };
}

module.exports = { verdictOf, readOutputs };
