'use strict';

/**
 * Returns what the planner of another machine needs of a trace (read.js), as the text of a trace file. What the command
 * was given stays here.
 */
function sentTrace({ header = {}, operations, runs, cancels, accepted, made, sent }) {
  const { type, format, place, started, clock, cwd, options } = header;
  const inOrder = [...operations, ...runs, ...cancels, ...sent].sort((a, b) => a.line - b.line);
  const own = { type, format, place, started, clock, cwd, options: { engine: options?.engine } };
  const lines = [own, ...accepted, ...made, ...inOrder];
  return lines.map((line) => JSON.stringify({ ...line, line: undefined })).join('\n');
}

module.exports = { sentTrace };
