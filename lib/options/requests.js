'use strict';
// The options of `nacd requests`, in the form of the tables in program.js and campaign.js.

const REQUEST_OPTIONS = [
  {
    key: 'handlers', env: 'NACD_HANDLERS', flag: '--handlers', argument: 'NAMES', type: 'list', verbs: ['requests'],
    help: "only pairs with one of these handlers, comma-separated, as in --handlers 'POST /redeem'",
  },
  {
    key: 'budget', env: 'NACD_BUDGET', flag: '--budget', argument: 'SEC', type: 'number', min: 1, max: 31536000,
    default: 600, verbs: ['requests'], help: 'start no further proof after this many seconds',
  },
  {
    key: 'limit', env: 'NACD_LIMIT', flag: '--limit', argument: 'SEC', type: 'number', min: 0.1, max: 3600, default: 10,
    verbs: ['requests'], help: 'a pair of requests that takes longer, and three times as long as recorded, is a hang',
  },
  {
    key: 'staleReads', env: 'NACD_STALE_READS', flag: '--stale-reads', type: 'flag', verbs: ['requests'],
    help: 'report also answers that no serial order gives when the state is right',
  },
  {
    key: 'serve', env: 'NACD_SERVE', flag: '--serve', argument: 'COMMAND', type: 'text', verbs: ['requests'],
    help: 'command that starts the server on port $PORT, instead of a command after --; needs --traffic',
  },
  {
    key: 'traffic', env: 'NACD_TRAFFIC', flag: '--traffic', argument: 'COMMAND|FILE', type: 'text', verbs: ['requests'],
    help: 'command that sends the requests to the server of --serve (BASE_URL), or a file with them (.json, .har)',
  },
  {
    key: 'reset', env: 'NACD_RESET', flag: '--reset', argument: 'COMMAND', type: 'text', verbs: ['requests'],
    help: 'command that puts the state back before each start of the server of --serve',
  },
  {
    key: 'anyStore', env: 'NACD_ANY_STORE', flag: '--any-store', type: 'flag', verbs: ['requests', 'replay', 'prove'],
    help: 'prove also where a store is not on this machine, or NODE_ENV is production: requests are sent many times',
  },
  {
    key: 'check', env: 'NACD_CHECK', flag: '--check', argument: 'FILE', type: 'path', verbs: ['requests'],
    help: 'invariants: SQL that must return nothing (.sql), or a module that exports a function of the outcome',
  },
  {
    key: 'ignore', env: 'NACD_IGNORE', flag: '--ignore', argument: 'NAMES', type: 'list', verbs: ['requests'],
    help: 'comma-separated tables, columns (account.last_seen) and keys (metrics:*) that move by themselves: not compared',
  },
  {
    key: 'instances', env: 'NACD_INSTANCES', flag: '--instances', argument: 'N', type: 'integer', min: 1, max: 16, default: 1,
    verbs: ['requests'], help: 'start the server of --serve so many times, and send the two requests to different ones',
  },
  {
    key: 'otlp', env: 'NACD_OTLP', flag: '--otlp', argument: 'FILES', type: 'list', verbs: ['requests'],
    help: 'comma-separated files of OTLP (JSON or Protocol Buffers) that services which are not Node write: candidates only',
  },
];

module.exports = { REQUEST_OPTIONS };
