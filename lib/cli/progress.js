'use strict';
// Shows the progress of a campaign in one line at the bottom of a terminal. Other lines are printed above it.
const { usualMs } = require('../analysis/duration.js');
const messages = require('../messages/index.js');
const { CLEAR_LINE, plainText } = require('../shown/media.js');

const EVERY_MS = 250;

class Progress {
  #stream;
  #campaign;
  #began = performance.now();
  #timer;

  constructor(stream) {
    this.#stream = stream;
    this.#timer = setInterval(() => this.#draw(), EVERY_MS);
    this.#timer.unref();
  }

  see(event) {
    this.#campaign = event.campaign ?? this.#campaign;
    // The forecast is about runs with delays only.
    if (event.type === 'baseline') this.#began = performance.now();
  }

  /** Writes `text`, whole lines, above the progress line. */
  print(text) {
    this.#stream.write(CLEAR_LINE);
    this.#stream.write(text);
    this.#draw();
  }

  stop() {
    clearInterval(this.#timer);
    this.#stream.write(CLEAR_LINE);
  }

  #left(done, elapsed) {
    const { runs: limit, time } = this.#campaign.limits;
    // Until a run has ended, only the time of the run without delays is known.
    const each = done > 0 ? elapsed / done : usualMs(this.#campaign.baseline);
    const byRuns = limit ? each * limit - elapsed : Infinity;
    const byTime = time ? time * 1000 - elapsed : Infinity;
    const left = Math.min(byRuns, byTime);
    return Number.isFinite(left) ? Math.max(0, left) : undefined;
  }

  #draw() {
    if (!this.#campaign) return;
    this.#write(this.#line());
  }

  #line() {
    const { runs, limits, plain } = this.#campaign;
    if (!plain) return messages.plainProgress(performance.now() - this.#began);
    const done = runs.length;
    if (done === limits.runs) return '';
    const failed = runs.filter(({ verdict }) => verdict === 'failed' || verdict === 'hang').length;
    const elapsed = performance.now() - this.#began;
    return messages.progress({ done, limit: limits.runs, failed, elapsed, left: this.#left(done, elapsed) });
  }

  #write(line) {
    this.#stream.write(CLEAR_LINE);
    this.#stream.write(plainText(line).slice(0, (this.#stream.columns || 80) - 1));
  }
}

module.exports = { Progress };
