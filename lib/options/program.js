'use strict';
// The options of a program under test, as data. Flags, environment variables, keys of the configuration file, help
// texts and docs/reference/options.md are made from this table and the one in campaign.js.
//   key        the key in the configuration
//   env, flag  the environment variable, the flag; an option without a flag is only a variable
//   type       integer | number | choice | list | path | paths | text | flag
//   help       one line, with the unit
//   verbs      the verbs that take the option; absent: all that delay something
//   common     shown by --help; --help-all shows the others, too
//   parameter  the name under which the addon reads it, if it is a parameter of an engine or a strategy

const { SLOW_CHILDREN_MS, UNSUPPORTED } = require('./unsupported.js');

const PROGRAM_OPTIONS = [
  {
    key: 'seed', env: 'NACD_SEED', flag: '--seed', type: 'integer', min: 0, max: 4294967295, common: true,
    help: 'seed of the delays; the same seed gives the same delays', defaultText: 'random, and printed',
  },
  {
    key: 'maxDelay', env: 'NACD_MAX_DELAY', flag: '--max-delay', type: 'integer', min: 0, max: 3600000, common: true,
    default: 500, help: 'longest delay, in milliseconds',
  },
  {
    key: 'minDelay', env: 'NACD_MIN_DELAY', flag: '--min-delay', type: 'integer', min: 0, max: 3600000,
    default: 0, help: 'shortest delay, in milliseconds',
  },
  {
    key: 'mode', env: 'NACD_MODE', flag: '--mode', type: 'choice', values: ['random', 'always', 'never', 'replay'],
    default: 'random', help: 'delay some operations, all of them, or none',
  },
  {
    key: 'strategy', env: 'NACD_STRATEGY', flag: '--strategy', type: 'choice',
    values: ['uniform', 'reverse', 'pct', 'pos', 'nodefz', 'planned'], default: 'uniform', help: 'how delays are chosen',
    defaultText: 'uniform; run: several in turn',
  },
  {
    key: 'engine', env: 'NACD_ENGINE', flag: '--engine', type: 'choice', values: ['api', 'loop', 'both'],
    help: "where delays are made: in hooks on Node's API, in the event loop, or in both",
    defaultText: 'both if the loop can be controlled, else api',
  },
  {
    key: 'clock', env: 'NACD_CLOCK', flag: '--clock', type: 'choice', values: ['real', 'virtual', 'skip'],
    help: "virtual: a delay takes no time unless something outside could end the wait; skip: the program's own timers take none either",
    defaultText: 'virtual; real with engine api',
  },
  {
    key: 'timers', env: 'NACD_TIMERS', flag: '--timers', type: 'flag',
    help: 'also delay timers, without changing their order',
  },
  {
    key: 'datagrams', env: 'NACD_DATAGRAMS', flag: '--datagrams', type: 'choice', values: ['in-order', 'reorder', 'lossy'],
    default: 'in-order', help: 'UDP from one sender arrives in order, in any order, or in any order with a tenth lost',
  },
  {
    key: 'modules', env: 'NACD_MODULES', flag: '--modules', type: 'list',
    help: 'hook only these built-in modules, separated by commas; -name leaves one out', defaultText: 'all',
  },
  {
    key: 'model', env: 'NACD_MODEL', flag: '--model', type: 'paths',
    help: 'more model files or folders, separated as in PATH',
  },
  {
    key: 'gates', env: 'NACD_GATES', flag: '--gates', type: 'choice', values: ['on', 'off'],
    help: 'on: nothing but gates delays; off: gates do nothing', defaultText: 'on with -r nacd-native/gates',
  },
  {
    key: 'quiet', env: 'NACD_QUIET', flag: '--quiet', type: 'flag', common: true,
    help: 'do not print the seed when the process fails; child processes print theirs only if this is 0',
  },
  {
    key: 'trace', env: 'NACD_TRACE', type: 'path', help: 'folder for traces, one file for each process and thread',
  },
  {
    key: 'schedule', env: 'NACD_SCHEDULE', type: 'path', help: 'schedule file to replay, with mode replay',
  },
];

// The tool sets these for the programs it starts.
const BETWEEN = [
  { key: 'requests', env: 'NACD_REQUESTS', type: 'choice', values: ['record'] }, // record requests, delay nothing
  { key: 'requestsPlan', env: 'NACD_REQUESTS_PLAN', type: 'path' }, // the order of two requests that this run forces
];

const OPTIONS = [...PROGRAM_OPTIONS, ...BETWEEN, ...UNSUPPORTED];

module.exports = { OPTIONS, PROGRAM_OPTIONS, SLOW_CHILDREN_MS };
