'use strict';
// Calls a function of the user's in a thread of its own. It may loop for ever, also after an await: there this process
// goes on, hears Ctrl-C and can end the thread.
const path = require('node:path');
const { Worker } = require('node:worker_threads');
const { pathToFileURL } = require('node:url');

/** The call took longer than it may. */
class TookTooLong extends Error {}

const MAIN = path.join(__dirname, 'apart-main.js');

class Apart {
  #url;
  #ms;
  #worker;
  #waiting = new Map(); // by id: {resolve, reject}
  #count = 0;

  constructor(file, ms) {
    this.#url = pathToFileURL(file).href;
    this.#ms = ms;
  }

  /**
   * Resolves when the file's function is there. Rejects with the error of the file, or with a TookTooLong after `ms`
   * milliseconds.
   */
  load() {
    const worker = new Worker(MAIN, { workerData: this.#url });
    worker.on('message', (message) => this.#settle(message));
    worker.on('error', (error) => this.end(error));
    worker.on('exit', () => this.end(new Error('it has ended its thread')));
    worker.unref();
    this.#worker = worker;
    return this.#within(0, () => undefined);
  }

  /** Resolves to the text that the function returns for `value`, or undefined. Rejects as load() does. */
  async call(value) {
    if (!this.#worker) await this.load(); // the last call has ended it
    const id = ++this.#count;
    return this.#within(id, () => this.#worker.postMessage({ id, value }));
  }

  async #within(id, begin) {
    const settled = new Promise((resolve, reject) => { this.#waiting.set(id, { resolve, reject }); });
    const timer = setTimeout(() => this.end(new TookTooLong(`it took more than ${this.#ms / 1000} s`)), this.#ms);
    try {
      begin();
      return await settled;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(id);
    }
  }

  #settle({ id, answer, error }) {
    const { resolve, reject } = this.#waiting.get(id) ?? {};
    if (error === undefined) resolve?.(answer);
    else reject?.(new Error(error));
  }

  /** Ends the thread. Calls that wait reject with `error`. */
  end(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#worker?.removeAllListeners();
    this.#worker?.terminate();
    this.#worker = undefined;
  }
}

module.exports = { Apart, TookTooLong };
