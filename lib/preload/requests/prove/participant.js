'use strict';
// Knows what keeps the request of a proof busy, whichever process carries it out: the common part of Actor and Remote.
const { Waits } = require('./waits.js');

class Participant {
  /** For the classes that extend it. */
  waits = new Waits();

  get failed() {
    return this.waits.failed;
  }

  get isDone() {
    return this.response !== undefined;
  }

  get hasWork() {
    return this.waits.hasWork;
  }

  /** As Waits'. */
  work(event, times) {
    this.waits.work(event, times);
  }

  /** As Waits'. */
  hasSent(messages) {
    return this.waits.hasSent(messages);
  }

  get gaveUp() {
    return this.waits.gaveUp;
  }

  get idle() {
    return this.waits.idle;
  }

  get pending() {
    return this.waits.pending;
  }
}

module.exports = { Participant };
