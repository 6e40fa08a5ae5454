'use strict';
// The options of `nacd requests`, in the form of the tables in program.js and campaign.js.

const REQUEST_OPTIONS = [
  {
    key: 'handlers', common: true, env: 'NACD_HANDLERS', flag: '--handlers', argument: 'NAMES', type: 'list', verbs: ['requests'],
    help: "only pairs that involve one of these handlers, separated by commas: --handlers 'POST /redeem'",
  },
  {
    key: 'budget', common: true, env: 'NACD_BUDGET', flag: '--budget', argument: 'SEC', type: 'number', min: 1, max: 31536000,
    default: 600, verbs: ['requests'], help: 'start no more proofs after this many seconds',
  },
  {
    key: 'limit', env: 'NACD_LIMIT', flag: '--limit', argument: 'SEC', type: 'number', min: 0.1, max: 3600, default: 10,
    verbs: ['requests'], help: 'a pair of requests that takes longer than this and three times the recorded time is a hang, seconds',
  },
  {
    key: 'staleReads', env: 'NACD_STALE_READS', flag: '--stale-reads', type: 'flag', verbs: ['requests'],
    help: 'also report answers that no serial order gives, even if the final state is right',
  },
  {
    key: 'serve', common: true, env: 'NACD_SERVE', flag: '--serve', argument: 'COMMAND', type: 'text', verbs: ['requests'],
    help: 'command that starts the server on $PORT, if there is no test suite; needs --traffic',
  },
  {
    key: 'traffic', common: true, env: 'NACD_TRAFFIC', flag: '--traffic', argument: 'COMMAND|FILE', type: 'text', verbs: ['requests'],
    help: 'command that sends requests to $BASE_URL, or a file of requests (.json, .har)',
  },
  {
    key: 'reset', common: true, env: 'NACD_RESET', flag: '--reset', argument: 'COMMAND', type: 'text', verbs: ['requests'],
    help: 'command that restores the state before each start of the server',
  },
  {
    key: 'anyStore', env: 'NACD_ANY_STORE', flag: '--any-store', type: 'flag', verbs: ['requests', 'replay', 'prove'],
    help: 'send requests again and again even if a store is on another machine or NODE_ENV is production',
  },
  {
    key: 'check', common: true, env: 'NACD_CHECK', flag: '--check', argument: 'FILE', type: 'path', verbs: ['requests'],
    help: 'an invariant: a query that must return no rows (.sql), or a module that exports a function',
  },
  {
    key: 'ignore', common: true, env: 'NACD_IGNORE', flag: '--ignore', argument: 'NAMES', type: 'list', verbs: ['requests'],
    help: 'do not compare these tables, columns (account.last_seen) and keys (metrics:*), separated by commas',
  },
  {
    key: 'instances', env: 'NACD_INSTANCES', flag: '--instances', argument: 'N', type: 'integer', min: 1, max: 16, default: 1,
    verbs: ['requests'], help: 'number of server processes; the two requests go to different ones',
  },
  {
    key: 'otlp', env: 'NACD_OTLP', flag: '--otlp', argument: 'FILES', type: 'list', verbs: ['requests'],
    help: 'OTLP files from services not written for Node.js, separated by commas; used to find candidates',
  },
];

module.exports = { REQUEST_OPTIONS };
