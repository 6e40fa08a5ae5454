'use strict';
// The options that only the command line reads, in the form of the table in program.js. Further keys: `verbs` lists the
// verbs that take the option, `argument` is the name of its value in the help, `short` a one-letter flag, `check` a
// function that returns why a text is not valid, or undefined.

const RUNNING = ['run', 'replay', 'minimize', 'prove'];

// An empty one matches every output.
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
    default: 30, verbs: ['run', 'replay', 'prove'], help: 'number of runs', defaultText: '30; replay: 1',
  },
  {
    key: 'untilFailure', env: 'NACD_UNTIL_FAILURE', flag: '--until-failure', type: 'flag', verbs: ['run'],
    help: 'no limit of runs: continue until one fails',
  },
  {
    key: 'keepGoing', env: 'NACD_KEEP_GOING', flag: '--keep-going', type: 'flag', verbs: ['run'],
    help: 'do not stop at the first failure; collect all',
  },
  {
    key: 'strict', env: 'NACD_STRICT', flag: '--strict', type: 'flag', verbs: ['run', 'merge', 'requests'],
    help: 'status 1 also where something was not tried (docs/guide/ci.md)',
  },
  {
    key: 'timeout', env: 'NACD_TIMEOUT', flag: '--timeout', argument: 'SEC', type: 'number', min: 0.1, max: 86400,
    verbs: [...RUNNING, 'requests'], help: 'a run that takes longer is a hang', defaultText: '60 s or 30 times the first run',
  },
  {
    key: 'time', env: 'NACD_TIME', flag: '--time', argument: 'SEC', type: 'number', min: 0.1, max: 31536000,
    verbs: ['run', 'minimize'], help: 'start no further run after this many seconds of runs with delays',
  },
  {
    key: 'jobs', env: 'NACD_JOBS', flag: '--jobs', argument: 'J', type: 'integer', min: 1, max: 256, default: 1,
    verbs: ['run', 'worker'], help: 'number of runs side by side',
  },
  {
    key: 'isolate', env: 'NACD_ISOLATE', flag: '--isolate', type: 'flag',
    verbs: [...RUNNING, 'worker'], help: 'give each run its own network (Linux)',
  },
  {
    key: 'shard', env: 'NACD_SHARD', flag: '--shard', argument: 'I/N', type: 'text', check: notShard, verbs: ['run'],
    help: 'make only part I of N of the runs; give all parts the same --seed',
  },
  {
    key: 'queue', env: 'NACD_QUEUE', flag: '--queue', argument: 'URL', type: 'text', verbs: ['run', 'worker'],
    help: 'Redis that spreads runs over machines: redis://HOST/NAME (docs/guide/ci.md)',
  },
  {
    key: 'wait', env: 'NACD_WAIT', flag: '--wait', argument: 'SEC', type: 'number', min: 0.1, max: 31536000, default: 600,
    verbs: ['run', 'worker'], help: 'with --queue: give up if nobody comes for this time',
  },
  {
    key: 'silence', env: 'NACD_SILENCE', flag: '--silence', argument: 'SEC', type: 'integer', min: 1, max: 3600, default: 30,
    verbs: ['run'], help: 'with --queue: then a silent machine counts as dead',
  },
  {
    key: 'commit', env: 'NACD_COMMIT', flag: '--commit', argument: 'TEXT', type: 'text', verbs: ['run', 'worker'],
    help: 'with --queue: version of the program', defaultText: 'that of git',
  },
  {
    key: 'failOn', env: 'NACD_FAIL_ON', flag: '--fail-on', argument: 'REGEX', type: 'text', check: notRegex,
    verbs: RUNNING, help: 'a run has failed if its output matches',
  },
  {
    key: 'tries', env: 'NACD_TRIES', flag: '--tries', argument: 'N', type: 'integer', min: 1, max: 1000, default: 4,
    verbs: ['minimize'], help: 'number of runs of each candidate',
  },
  {
    key: 'yes', env: 'NACD_YES', flag: '--yes', short: 'y', type: 'flag', verbs: ['replay', 'minimize', 'prove'],
    help: 'run the command that a schedule file names, without a question',
  },
  {
    key: 'out', env: 'NACD_OUT', flag: '--out', argument: 'DIR', type: 'path', default: '.nacd',
    verbs: ['run', 'worker', 'replay', 'minimize', 'prove', 'report', 'merge', 'requests'], help: 'folder of the results',
  },
  {
    key: 'failures', env: 'NACD_FAILURES', flag: '--failures', argument: 'DIR', type: 'path',
    verbs: ['run', 'minimize'], help: 'folder of kept failures, tried first', defaultText: 'failures in --out',
  },
  {
    key: 'keep', env: 'NACD_KEEP', flag: '--keep', type: 'choice', values: ['all', 'failed'], default: 'all',
    verbs: ['run'], help: 'runs whose folders are kept',
  },
];

module.exports = { CAMPAIGN_OPTIONS };
