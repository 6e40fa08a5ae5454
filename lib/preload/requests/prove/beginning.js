'use strict';
// Reads what is in the stores before the program's first operation on each: what earlier runs have left there, where a
// suite resets nothing.

const { clearTimeout, setTimeout } = globalThis; // tests may replace them later

const LONGEST_MS = 3000; // a store that does not answer keeps no program waiting

class Beginning {
  #states; // States
  #stores; // () => stores of the recorder
  #onRead;
  #seen = new Map(); // number of a store -> promise of its first state, or undefined when that is known
  /** {store: {table: {rows, primary}}} of those that are known. */
  state = {};

  /** `onRead(name, tables)` gets each first state that is known. */
  constructor(states, stores, onRead = () => {}) {
    this.#states = states;
    this.#stores = stores;
    this.#onRead = onRead;
  }

  /** Takes an operation before which its store is not read. */
  skip({ store: number }) {
    if (!this.#seen.has(number)) this.#seen.set(number, undefined);
  }

  /** Takes an operation at its call. Returns a promise until which it has to wait, or undefined. */
  take({ store: number, sync }) {
    if (!this.#seen.has(number)) this.#seen.set(number, sync ? undefined : this.#read(number));
    return this.#seen.get(number);
  }

  #read(number) {
    const { name } = this.#stores().find((one) => one.number === number) ?? {};
    if (!this.#states.has(name)) return undefined;
    let timer; // keeps the program alive, as its own operation would
    const late = new Promise((resolve) => { timer = setTimeout(resolve, LONGEST_MS); });
    return Promise.race([this.#states.readOne(name), late]).then((tables) => {
      clearTimeout(timer);
      if (tables) {
        this.state[name] = tables;
        this.#onRead(name, tables);
      }
      this.#seen.set(number, undefined);
    });
  }
}

module.exports = { Beginning };
