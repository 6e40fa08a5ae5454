'use strict';
// Emits 'finish' and 'close' on a response for the program while the tool still keeps the answer from the
// client, as a slow network could. A handler may do its work then, and the proof waits for that work.
const { nextTick } = process; // tests may replace it

const EVENTS = ['finish', 'close'];

// Those that are there before the program has the response send the answer (light-my-request), or free the connection.
const listenersOf = (response, event) => new Set(response.rawListeners?.(event) ?? []);

// Node tells each event once.
function tell(response, event, senders) {
  for (const listener of senders) response.removeListener(event, listener);
  try {
    response.emit(event);
  } finally {
    response.removeAllListeners(event);
    for (const listener of senders) response.on(event, listener);
  }
}

class FinishedEarly {
  #response;
  #senders; // event -> listeners
  #isOver = false;

  /** `response`: one that the program does not have yet. */
  constructor(response) {
    this.#response = response;
    this.#senders = new Map(EVENTS.map((event) => [event, listenersOf(response, event)]));
  }

  get #canTell() {
    return this.#response.rawListeners !== undefined && !this.#response.destroyed;
  }

  /** Takes the arguments of end(). Returns those that are left for later: without the callback, which is called now. */
  ended(args) {
    if (!this.#canTell) return args;
    const response = this.#response;
    if (Object.hasOwn(response, 'finished')) response.finished = true;
    const callback = args.find((value) => typeof value === 'function');
    nextTick(() => this.#tellAll());
    if (!callback) return args;
    response.once('finish', callback);
    return args.filter((value) => value !== callback);
  }

  #tellAll() {
    for (const [event, senders] of this.#senders) {
      if (!this.#isOver && this.#canTell) tell(this.#response, event, senders);
    }
  }

  /** The answer is sent now. */
  over() {
    this.#isOver = true;
    if (Object.hasOwn(this.#response, 'finished')) this.#response.finished = false;
  }
}

module.exports = { FinishedEarly };
