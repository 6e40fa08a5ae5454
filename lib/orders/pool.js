'use strict';
// The pool has a few workers. A task that is held keeps one of them busy, so only as many tasks can be overtaken by a
// later one as there are workers, less one. The others wait in the pool's queue, behind what is held.

const WORKERS = 4; // unless UV_THREADPOOL_SIZE says otherwise
// Names of slow tasks, which get half of the workers: libuv keeps the others for files.
const SLOW = /\/(?:getaddrinfo|getnameinfo)#[0-9]+$/;
const LEAST_MS = 0.01;

const endOf = ({ end, start }, times) => times[end ?? start];

// Returns [{start, end, isSlow}] of each loop: the positions of each task's points. A task that never ended has no end.
function tasksIn({ points }) {
  const loops = new Map();
  const open = new Map();
  for (const [at, { kind, place, name }] of points.entries()) {
    if (kind === 'end' && open.has(`${place} ${name}`)) open.get(`${place} ${name}`).end = at;
    if (kind !== 'start') continue;
    const task = { start: at, end: undefined, isSlow: SLOW.test(name) };
    open.set(`${place} ${name}`, task);
    if (!loops.has(place)) loops.set(place, []);
    loops.get(place).push(task);
  }
  return [...loops.values()];
}

class Pool {
  #graph;
  #loops; // [{tasks, most}], all of them and the slow ones

  /**
   * `natural`: the times without constraints. They are not exact, so what overtakes there may do so. `workers`: of the
   * pool, undefined for as many as Node.js has by default.
   */
  constructor(graph, natural, workers = WORKERS) {
    this.#graph = graph;
    const limited = (tasks, most) => ({ tasks, most: Math.max(most, this.#mostOvertaken(tasks, natural)) });
    const loops = tasksIn(graph).flatMap((tasks) => [
      limited(tasks, workers - 1),
      limited(tasks.filter(({ isSlow }) => isSlow), Math.ceil(workers / 2) - 1),
    ]);
    this.#loops = loops.filter(({ tasks, most }) => tasks.length > most);
  }

  /** True if the pool can do its tasks at these times, one of each point of the graph (extension.js). */
  fits(times) {
    return this.#loops.every(({ tasks, most }) => this.#mostOvertaken(tasks, times) <= most);
  }

  // Returns the tasks in the order in which the program makes them at these times.
  #submitted(tasks, times) {
    const { hard, soft } = this.#graph;
    const madeAt = (point) => [...hard[point], ...soft[point]].reduce((latest, { at, gap }) => (
      Math.max(latest, (at >= 0 ? times[at] : 0) + gap)), 0);
    const made = tasks.map((task) => ({ ...task, made: Math.min(madeAt(task.start), times[task.start]) }));
    return made.sort((a, b) => a.made - b.made || a.start - b.start);
  }

  // Returns how many tasks start, or end, later than one that was made after them, at most.
  #mostOvertaken(tasks, times) {
    let before = []; // those that have not ended when the present one is made
    let most = 0;
    for (const task of this.#submitted(tasks, times)) {
      before = before.filter((one) => endOf(one, times) > task.made + LEAST_MS);
      const [start, end] = [times[task.start], endOf(task, times)];
      const startLater = before.filter((one) => times[one.start] > start + LEAST_MS).length;
      const endLater = before.filter((one) => endOf(one, times) > end + LEAST_MS).length;
      most = Math.max(most, startLater, endLater);
      before.push(task);
    }
    return most;
  }
}

module.exports = { Pool };
