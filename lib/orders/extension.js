'use strict';
// Says in which order a run will show its points if some of them are held: the times of a linear extension of the graph
// with the constraints.

const LEAST_MS = 0.05; // by which a point that is held comes after what it waits for
const ELSEWHERE_MS = 5; // the same where that is an event of another process or thread, which goes on meanwhile

/**
 * Returns the time of each point of `graph` (graph.js) on the program's clock with `constraints`, a map from the
 * position of a point that is held to a list of those it waits for; undefined where they have a cycle. With `natural`,
 * the times without constraints, a likely cause that would have to wait for its effect is taken for none.
 */
function timesWith(graph, constraints, natural) {
  const { points, hard, soft } = graph;
  const times = new Float64Array(points.length).fill(NaN);
  const state = new Uint8Array(points.length); // 1: being looked at, 2: done
  // Returns whether the time of a point is known now. It is not while those that it waits for wait for it.
  const visit = (at) => {
    if (state[at] !== 0) return state[at] === 2;
    state[at] = 1;
    const time = timeOf(at);
    state[at] = time === undefined ? 0 : 2;
    times[at] = time;
    return time !== undefined;
  };
  const timeOf = (at) => {
    let time = 0;
    for (const { at: cause, gap } of hard[at]) {
      if (cause >= 0 && !visit(cause)) return undefined;
      time = Math.max(time, (cause >= 0 ? times[cause] : 0) + gap);
    }
    for (const event of constraints.get(at) ?? []) {
      if (!visit(event)) return undefined;
      time = Math.max(time, times[event] + (points[event].place === points[at].place ? LEAST_MS : ELSEWHERE_MS));
    }
    for (const { at: cause, gap } of soft[at]) {
      if (cause < 0 || visit(cause)) time = Math.max(time, (cause >= 0 ? times[cause] : 0) + gap);
      else if (!natural) return undefined;
      else time = Math.max(time, natural[at]);
    }
    return time;
  };
  for (let at = 0; at < points.length; at++) if (!visit(at)) return undefined;
  return times;
}

/** True if the times show the gap: its event comes after the cause and before the point. */
function isShown({ cause, event, point }, times) {
  if (cause >= 0 && !(times[cause] < times[event])) return false;
  return times[event] < times[point];
}

module.exports = { isShown, timesWith };
