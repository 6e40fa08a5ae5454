'use strict';
// The events that a constraint waits for (docs/reference/trace-format.md, "after"). In a schedule each is a text,
// "PHASE NAME" or "PLACE PHASE NAME", or an object.

const PLACED = /^([0-9][0-9.t]*) (.*)$/s; // "0.1t2 timer NAME"

/** Returns an event as an object, {name, phase, place}: with a place if the text has one. Objects stay as they are. */
function readEvent(event) {
  if (typeof event !== 'string') return event;
  const [, place, text = event] = PLACED.exec(event) ?? [];
  const space = text.indexOf(' ');
  return { name: text.slice(space + 1), phase: text.slice(0, space), ...(place && { place }) };
}

module.exports = { readEvent };
