'use strict';
// Gathers what a statement does while its levels are looked at. The same for all parsers.

const writes = (steps) => steps.filter((step) => step.class !== 'R').length;

class Planner {
  constructor() {
    this.steps = [];
    this.locks = [];
    this.calls = [];
    this.atomic = undefined; // as the steps say
    this.commutes = false;
    this.returns = false;
  }

  /** FOR UPDATE: the rows of these tables. */
  lockRows(steps, tables) {
    for (const table of tables) {
      this.locks.push({ rows: steps.find((step) => step.table === table), how: 'acquire', scope: 'transaction' });
    }
  }

  /** An INSERT of `rows`, lists of values. `conflict`: { target, sets } of ON CONFLICT, if there is one. */
  insert(added, conflict) {
    if (!conflict) {
      this.steps.push({ class: 'A', ...added });
      return;
    }
    // The row that is there already is one with the same key.
    const { target = [], sets } = conflict;
    this.steps.push({ class: 'R', ...added, target, columns: target }, { class: 'A', ...added });
    if (sets) this.steps.push({ class: 'W', ...added, target, columns: sets });
    this.atomic = true;
  }

  /** An UPDATE of one table of `level`. `sets`: { column: value or undefined }; `conditioned`: columns of its WHERE. */
  update(level, target, sets, conditioned, increments) {
    const own = level.step(target);
    const columns = Object.keys(sets);
    const guards = conditioned.some((column) => columns.includes(column));
    const isRead = own.columns === undefined || own.columns.some((column) => !(column in (own.keys ?? {})));
    if (isRead) this.steps.push(own);
    this.steps.push({ ...own, class: 'W', columns, sets, guards });
    this.commutes = increments && !guards && !this.returns;
  }

  remove(level, target, conditioned) {
    const own = level.step(target);
    const keys = Object.keys(own.keys ?? {});
    const guards = conditioned.some((column) => !keys.includes(column));
    this.steps.push({ ...own, class: 'D', columns: undefined, guards });
  }

  plan() {
    const { steps, locks, calls, commutes } = this;
    const atomic = this.atomic ?? (writes(steps) === 1 && new Set(steps.map(({ table }) => table)).size === 1);
    return { steps, locks, calls, atomic, commutes, understood: true };
  }
}

module.exports = { Planner };
