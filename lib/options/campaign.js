'use strict';
// The options that only the command line reads, in the form of the table in program.js. More keys: `argument` names the
// value in the help, `short` is a one-letter flag, `check` is a function that returns why a text is not valid, or
// undefined.

const RUNNING = ['run', 'replay', 'minimize', 'prove'];

// An empty expression would match every output.
function notRegex(text) {
  if (text === '') return 'allowed is a JavaScript regular expression that is not empty';
  try {
    new RegExp(text, 'm');
    return undefined;
  } catch {
    return 'allowed is a JavaScript regular expression';
  }
}

function notShard(text) {
  const match = /^([1-9][0-9]{0,5})\/([1-9][0-9]{0,5})$/.exec(text);
  return match && Number(match[1]) <= Number(match[2]) ? undefined : 'allowed is i/n, i from 1 to n';
}

const CAMPAIGN_OPTIONS = [
  {
    key: 'runs', env: 'NACD_RUNS', flag: '--runs', short: 'n', argument: 'RUNS', type: 'integer', min: 1, max: 10000000,
    default: 30, verbs: ['run', 'replay', 'prove'], common: true, help: 'number of runs', defaultText: '30; replay: 1',
  },
  {
    key: 'untilFailure', env: 'NACD_UNTIL_FAILURE', flag: '--until-failure', type: 'flag', verbs: ['run'], common: true,
    help: 'keep running until something fails',
  },
  {
    key: 'keepGoing', env: 'NACD_KEEP_GOING', flag: '--keep-going', type: 'flag', verbs: ['run'], common: true,
    help: 'collect all failures instead of stopping at the first',
  },
  {
    key: 'strict', env: 'NACD_STRICT', flag: '--strict', type: 'flag', verbs: ['run', 'merge', 'requests'], common: true,
    help: 'exit with status 1 also if something could not be tested (docs/guide/ci.md)',
  },
  {
    key: 'cover', env: 'NACD_COVER', flag: '--cover', argument: 'PERCENT', type: 'number', min: 0, max: 100,
    verbs: ['run'], help: 'plan all runs by orders, and status 1 if fewer of these were tried (docs/guide/planned-runs.md)',
  },
  {
    key: 'verbose', env: 'NACD_VERBOSE', flag: '--verbose', type: 'flag', verbs: ['run'],
    help: 'a line for each order that cannot happen, with the reason',
  },
  {
    key: 'timeout', env: 'NACD_TIMEOUT', flag: '--timeout', argument: 'SEC', type: 'number', min: 0.1, max: 86400,
    verbs: [...RUNNING, 'requests'], common: true, help: 'a run that takes longer counts as a hang',
    defaultText: '60, or 30 times the first run',
  },
  {
    key: 'time', env: 'NACD_TIME', flag: '--time', argument: 'SEC', type: 'number', min: 0.1, max: 31536000,
    verbs: ['run', 'minimize'], common: true, help: 'start no more runs after this many seconds',
  },
  {
    key: 'jobs', env: 'NACD_JOBS', flag: '--jobs', argument: 'J', type: 'integer', min: 1, max: 256, default: 1,
    verbs: ['run', 'worker'], common: true, help: 'number of runs at the same time',
  },
  {
    key: 'isolate', env: 'NACD_ISOLATE', flag: '--isolate', type: 'flag',
    verbs: [...RUNNING, 'worker'], common: true, help: 'give each run a network of its own, for fixed ports (Linux)',
  },
  {
    key: 'failOn', env: 'NACD_FAIL_ON', flag: '--fail-on', argument: 'REGEX', type: 'text', check: notRegex,
    verbs: RUNNING, common: true, help: 'a run whose output matches has failed',
  },
  {
    key: 'shard', env: 'NACD_SHARD', flag: '--shard', argument: 'I/N', type: 'text', check: notShard, verbs: ['run'],
    help: 'make only part I of N of the runs; every part needs the same --seed',
  },
  {
    key: 'queue', env: 'NACD_QUEUE', flag: '--queue', argument: 'URL', type: 'text', verbs: ['run', 'worker'],
    help: 'share the runs with other machines through this Redis: redis://HOST/NAME (docs/guide/ci.md)',
  },
  {
    key: 'commit', env: 'NACD_COMMIT', flag: '--commit', argument: 'TEXT', type: 'text', verbs: ['run', 'worker'],
    help: 'version of the program, which all machines of a queue and all parts of a campaign must have', defaultText: 'from git',
  },
  {
    key: 'yes', env: 'NACD_YES', flag: '--yes', short: 'y', type: 'flag', verbs: ['replay', 'minimize', 'prove'],
    common: true, help: 'run the command from the schedule file without asking',
  },
  {
    key: 'out', env: 'NACD_OUT', flag: '--out', argument: 'DIR', type: 'path', default: '.nacd', common: true,
    verbs: ['run', 'worker', 'replay', 'minimize', 'prove', 'report', 'merge', 'requests'], help: 'folder for the results',
  },
  {
    key: 'failures', env: 'NACD_FAILURES', flag: '--failures', argument: 'DIR', type: 'path',
    verbs: ['run', 'minimize'], help: 'folder for kept failures; run tries them first', defaultText: 'failures in --out',
  },
  {
    key: 'keep', env: 'NACD_KEEP', flag: '--keep', type: 'choice', values: ['all', 'failed'], default: 'all',
    verbs: ['run'], help: 'keep the folders of all runs, or only of those that failed',
  },
];

module.exports = { CAMPAIGN_OPTIONS };
