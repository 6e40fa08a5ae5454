// Cycles of a directed graph: Map of a node to the Set of the nodes that it leads to.

// Returns the shortest way from `start` back to itself, [start, ..., start], or undefined.
function shortest(graph, start) {
  const came = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const way = [start];
        for (let at = node; at !== start; at = came.get(at)) way.unshift(at);
        return [start, ...way];
      }
      if (!came.has(next)) {
        came.set(next, node);
        queue.push(next);
      }
    }
  }
  return undefined;
}

// Returns cycles that share no node with each other: none when there is none, and at least one of each knot.
export function cycles(graph) {
  const found = [];
  const seen = new Set();
  const all = [...graph.keys()].map((node) => shortest(graph, node)).filter(Boolean);
  for (const way of all.sort((a, b) => a.length - b.length)) {
    if (way.some((node) => seen.has(node))) continue;
    way.forEach((node) => seen.add(node));
    found.push(way);
  }
  return found;
}
