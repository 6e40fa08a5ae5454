'use strict';
// Knows which machines take part, from what they write to the board. Clocks of machines differ, so a machine is there
// as long as its beat changes.
const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { shortText } = require('./checks.js');

const LOOK_MS = 5000;

class Roll {
  #board;
  #how;
  #known = new Map(); // by a machine's id: {beat, at, places, isReported}
  #listeners = [];
  #timer;
  #looking = false;
  #again = false;
  #aloneSince;

  /** `silence` and `wait` in seconds; `say(line)`; `onFault(error)` if no machine comes for `wait`. */
  constructor(board, { silence, wait, say, onFault }) {
    this.#board = board;
    this.#how = { silence, wait, say, onFault };
  }

  async open() {
    await this.#board.listen('machine', () => this.#look());
    this.#timer = setInterval(() => this.#look(), Math.min(LOOK_MS, this.#how.silence * 1000 / 3));
  }

  /** Counts the time without any machine from now on. */
  expectMachines() {
    this.#aloneSince = performance.now();
    if (this.places === 0) this.#how.say(messages.noMachineYet());
  }

  onChange(listener) {
    this.#listeners.push(listener);
  }

  /** The number of runs that the machines make at once. */
  get places() {
    return [...this.#known.values()].reduce((sum, { places }) => sum + places, 0);
  }

  // One look at a time: news may come in crowds.
  async #look() {
    this.#again = this.#looking;
    if (this.#looking) return;
    this.#looking = true;
    try {
      this.#update(await this.#board.machines());
    } catch {
      // a lost connection has its own line
    }
    this.#looking = false;
    if (this.#again) this.#look();
  }

  #update(found) {
    for (const [id, about] of found) this.#see(id, about);
    for (const [id, known] of this.#known) if (this.#isSilent(known)) this.#leave(id, messages.machineSilent);
    for (const listener of this.#listeners) listener();
    this.#checkAlone();
  }

  #isSilent({ at }) {
    return performance.now() - at > 2 * this.#how.silence * 1000;
  }

  #see(id, { beat, places, host, refused, left }) {
    const known = this.#known.get(id) ?? { host: shortText(host), places: 0 };
    if (known.isGone && known.beat === beat) return;
    if (known.beat !== beat) Object.assign(known, { beat, at: performance.now(), isGone: false });
    const before = known.places;
    known.places = refused || left || known.isGone ? 0 : Math.min(1024, Math.max(0, Number(places) || 0));
    this.#known.set(id, known);
    if (refused && !known.isReported) this.#how.say(messages.machineRefused(known.host, shortText(refused)));
    known.isReported = Boolean(refused);
    if (before === 0 && known.places > 0) this.#how.say(messages.machineJoins(known.host, known.places, this.places));
    if (before > 0 && left) this.#how.say(messages.machineLeft(known.host));
  }

  #leave(id, line) {
    const known = this.#known.get(id);
    if (known.places > 0) this.#how.say(line(known.host));
    Object.assign(known, { places: 0, isGone: true, at: Infinity });
  }

  #checkAlone() {
    if (this.#aloneSince === undefined) return;
    if (this.places > 0) this.#aloneSince = performance.now();
    else if (performance.now() - this.#aloneSince > this.#how.wait * 1000) {
      this.#how.onFault(new UserError(messages.noMachineCame(this.#how.wait)));
    }
  }

  close() {
    clearInterval(this.#timer);
    this.#looking = true; // no further look
  }
}

module.exports = { Roll };
