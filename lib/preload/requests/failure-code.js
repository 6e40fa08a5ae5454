'use strict';
// The words by which an error is recorded and told.

// pg gives no code to what follows the end of a connection by the server.
const LOST = /^Connection terminated unexpectedly|^Client has encountered a connection error/;

/** Returns the code or the name of `error`. */
function failureCode(error) {
  const code = error?.code ?? error?.errno;
  if (code !== undefined) return String(code);
  return LOST.test(error?.message) ? 'CONNECTION_LOST' : String(error?.name ?? 'Error');
}

const firstLine = (error) => String(error?.stack ?? error).split('\n')[0];

module.exports = { failureCode, firstLine };
