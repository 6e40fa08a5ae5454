'use strict';
// Tells, when a proof could not be repeated, whether any other one can be: a store or a broker may have ended, or the
// command may fail by itself now.
const path = require('node:path');

const { EXIT, UserError } = require('../../errors/index.js');
const messages = require('../../messages/index.js');
const { checkEnd } = require('../record/record.js');
const { runOnce } = require('../record/runner.js');
const { servedOf } = require('../served/command.js');
const { unreachedIn, withUnreached } = require('../record/unreached.js');

const MOST_RUNS = 2;

const keyOf = ({ host, port }) => `${host} ${port}`;

class StillRuns {
  #context;
  #folder;
  #runs = 0;

  /** `folder`: for the files of its own runs. */
  constructor(context, folder) {
    this.#context = context;
    this.#folder = folder;
  }

  /**
   * Takes the result of a proof. Resolves to a UserError that says why the command does not run any more, or to
   * undefined. One run may fail by chance, so the command runs once more by itself.
   */
  async problemAfter({ verdict, reason, details, folder }) {
    if (verdict !== 'unrepeatable' || this.#runs === MOST_RUNS) return undefined;
    // A program may end when it loses its broker.
    const hasFailed = reason === 'serial crash' || (reason === 'not seen' && details.end?.code > 0);
    return hasFailed || (await this.#goneIn(folder)).length > 0 ? this.#problemByItself() : undefined;
  }

  // An address that nobody could connect to in the recording is not needed. The services of a suite end with it.
  async #goneIn(folder) {
    if (!servedOf(this.#context.command)) return [];
    const recorded = await unreachedIn(path.join(this.#context.out, 'requests', 'recorded'));
    const known = new Set(recorded.map(keyOf));
    return (await unreachedIn(folder)).filter((one) => !known.has(keyOf(one)));
  }

  async #problemByItself() {
    const folder = path.join(this.#folder, `by-itself-${++this.#runs}`);
    const { limits, signal } = this.#context;
    const end = await runOnce(this.#context, folder, { timeout: limits.timeout });
    if (signal.aborted) return undefined;
    try {
      checkEnd(end, folder, limits);
    } catch (error) {
      const { message, status } = await withUnreached(error, folder);
      return new UserError(messages.brokeDown(message), status);
    }
    const gone = await this.#goneIn(folder);
    return gone.length === 0 ? undefined : new UserError(messages.brokeDown(`nacd: ${messages.unreached(gone)}`), EXIT.baseline);
  }
}

module.exports = { StillRuns };
