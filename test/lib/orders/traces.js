'use strict';
// Small literal traces of programs.
const { parseTrace } = require('../../../lib/trace/read.js');

/** A trace of the lines, each an object; line n is written at n ms unless it says when. `about`: of the header. */
function traceOf(lines, about = {}) {
  const header = { type: 'header', format: 1, cwd: '/', options: { mode: 'never', engine: 'both' }, ...about };
  const timed = lines.map((line, at) => ({ t: at + 1, ...line }));
  return parseTrace([header, ...timed].map((line) => JSON.stringify(line)).join('\n'));
}

const ran = ({ name, phase }) => ({ type: 'run', name, phase });

/** The lines of a task of the pool that is submitted, runs and ends at once. */
function task(call, api, file) {
  const name = `${call}/${api}#1`;
  const end = { name, phase: 'worker', api };
  return [{ name, phase: 'action', api, file }, end, ran(end)];
}

/** The line of a timer that is set, and that by which it fires. */
const timer = (name, due) => ({ name, phase: 'timer', api: 'setTimeout', due });

/** The lines of an arrival. */
const arrival = (name) => [{ name, phase: 'descriptor', api: 'connect' }, ran({ name, phase: 'descriptor' })];

module.exports = { arrival, ran, task, timer, traceOf };
