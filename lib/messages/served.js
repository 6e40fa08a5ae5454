'use strict';
// Texts about a program that `nacd requests --serve` starts.
const { plural } = require('./words.js');

const SERVE_PROBLEMS = {
  reset: ({ code, signal }) => `the --reset command ends with ${signal ?? `status ${code}`}`,
  ended: ({ code, signal }) => `the server of --serve ended (${signal ?? `status ${code}`}) before it listened on a port`,
  'in use': ({ port }) => `the server of --serve cannot listen on port ${port}, which is in use (EADDRINUSE): end the program there, `
    + 'or have the server listen on the port in the variable PORT',
  silent: ({ seconds: limit }) => `the server of --serve does not listen on a port after ${limit} s`,
  port: ({ port }) => `the server of --serve listens on port ${port}, not on that of the variable PORT, which --instances needs`,
  traffic: ({ code, signal }) => `the --traffic command ends with ${signal ?? `status ${code}`}`,
  stuck: ({ seconds: limit }) => `a request of --traffic gets no answer for ${limit} s`,
  unanswered: ({ request, reason }) => `${request} of --traffic gets no answer (${reason})`,
};

const addressText = ({ host, port }) => (port === undefined ? host : `${host.includes(':') ? `[${host}]` : host}:${port}`);
const triedText = ({ code, main = 'a program', ...address }) => `${addressText(address)} (${code}), to which ${main} connects`;

// Both ends of a line about stores that proofs may not write to.
const NOT_WRITTEN = 'a proof sends requests to it again and again, so nothing more is run (--any-store runs it; '
  + 'docs/guide/request-races.md#where-proofs-may-write)';

const MOST_ROUTES = 5;

function routesText(routes) {
  const shown = routes.slice(0, MOST_ROUTES).map(({ handler, count }) => (count > 1 ? `${handler} (${count} times)` : handler));
  const more = routes.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

module.exports = {
  storesFar: (names) => `nacd: ${names.join(', ')} is not on this machine: ${NOT_WRITTEN}`,
  behindTunnel: ({ name, place, address }) => `${name} (what listens at ${place} is connected to ${address})`,
  storesOfProduction: (names) => `nacd: NODE_ENV is production where the program uses ${names.join(', ')}: ${NOT_WRITTEN}`,
  sentAgain({ candidates, runs, requests, routes, stores, isKept, hidden }) {
    const reset = isKept ? 'no --reset: nothing puts the state back. ' : '';
    const unknown = hidden.length > 0 ? `. Whether ${hidden.join(', ')} is on another machine cannot be seen from here` : '';
    return `${reset}The proofs of ${plural(candidates, 'candidate')} take some ${runs.least} to ${runs.most} runs, and each sends ${
      plural(requests, 'request')} to ${stores.join(', ')}: ${routesText(routes)}${unknown}`;
  },
  unreached: (list) => `nothing answers at ${list.map(triedText).join(', nor at ')}: start the store or broker that belongs there`,
  brokeDown: (text) => `${text}. That was not so in the recording, so no further candidate is tried`,
  serviceMissing: ({ port }, folder) => `  a service could not listen on port ${port}, which is in use (EADDRINUSE), so it takes no `
    + `part: end the program there; the output is in ${folder}`,
  trafficElsewhere: ({ main = 'a program', port }) => '  no server listens on the port in the variable PORT, so the traffic goes to '
    + `that of ${main}, port ${port}`,
  notFollowed: (list) => `  calls to ${list.map(({ host, main = 'a program' }) => `${host} (by ${main})`).join(', ')} are not followed: `
    + 'no recorded program answers there. If it calls further services, it must pass on the header baggage or '
    + 'nacd-flow; otherwise their work belongs to no request (docs/guide/services.md)',
  someFailed: ({ count, statuses }, folder) => `  ${plural(count, 'request')} ${count === 1 ? 'was' : 'were'} answered `
    + `${statuses.join(', ')}: the output of the services is in ${folder}`,
  allFailed: ({ count, statuses }, folder) => `nacd: ${count === 1 ? 'the only request was' : `all ${count} requests were`} `
    + `answered ${statuses.join(', ')}, so there is nothing to find: the output is in ${folder}`,
  allRefused: ({ count, statuses }, folder) => `nacd: no request used a store, and ${count === 1 ? 'it was' : 'all were'} answered `
    + `${statuses.join(', ')}: the output is in ${folder}`,
  serveNeedsTraffic: () => 'nacd: --serve needs --traffic: a command that sends requests, or a file (.json, .har); docs/guide/request-races.md',
  badTraffic: (name, error) => `nacd: --traffic=${name} is not valid: ${error.message.split('\n')[0]}; allowed is a list of `
    + '{method, path, headers, body} (.json), a HAR, or a command',
  serveNeeded: (option) => `nacd: ${option} needs --serve, the command that starts the server`,
  serveOrCommand: () => 'nacd: give either --serve and --traffic or the command of a test suite after --, not both',
  serveFailed: ({ problem, ...details }, folder) => `nacd: ${SERVE_PROBLEMS[problem](details)}: its output is in ${folder}`,
};
