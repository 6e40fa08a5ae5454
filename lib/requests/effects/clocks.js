'use strict';
// The clocks of the processes of a recording: messages tell how far they differ, since each is sent before it is
// received.

const { recordedLines } = require('./recorded.js');

/** Returns {started, sent, received} of a recording: its start, in milliseconds, and times by id of message. */
function clockOf(file) {
  const clock = { started: 0, sent: new Map(), received: new Map() };
  for (const line of recordedLines(file)) {
    if (line.type === 'header') clock.started = Date.parse(line.started);
    const times = line.type === 'message' ? { send: clock.sent, receive: clock.received }[line.how] : undefined;
    times?.set(`${line.queue} ${line.id}`, clock.started + line.t);
  }
  return clock;
}

// Returns by how much `receiver` is too early for the messages of `sender`, at most.
function lag(sender, receiver) {
  let most = -Infinity;
  for (const [id, time] of receiver.received) {
    const sent = sender.sent.get(id);
    if (sent !== undefined) most = Math.max(most, sent - time);
  }
  return most;
}

/**
 * Returns for each clock the milliseconds by which its times have to be later so that no message is received before it
 * is sent: the least ones. Messages in a circle that contradict each other are left as they are.
 */
function delaysOf(clocks) {
  const delays = clocks.map(() => 0);
  const pairs = clocks.flatMap((_, from) => clocks.map((__, to) => ({ from, to })));
  const edges = pairs.map(({ from, to }) => ({ from, to, least: lag(clocks[from], clocks[to]) }))
    .filter(({ from, to, least }) => from !== to && least > -Infinity);
  for (let round = 0; round < clocks.length; round++) {
    for (const { from, to, least } of edges) delays[to] = Math.max(delays[to], delays[from] + least);
  }
  return delays;
}

module.exports = { clockOf, delaysOf };
