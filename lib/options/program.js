'use strict';
// The options of a program under test, as data. The command line, the environment variables, the configuration file,
// the help and docs/reference/options.md are made from this table and the one in campaign.js.
//   key        the key in the configuration
//   env, flag  the environment variable, the flag of the command line
//   type       integer | number | choice | list | path | paths | text | flag
//   help       with the unit
//   verbs      of the command line, if only these take it
//   parameter  the native name of a parameter of a strategy or engine; the help of verbs leaves it out

// Real time that delays in all slow children of a process take together; a campaign's bound is not below it.
const SLOW_CHILDREN_MS = 2400;

// By values of reverseTasks: that of workers and children, where it is another one.
const IN_OTHERS = { 1: 4, 3: 2 };

const OPTIONS = [
  {
    key: 'seed', env: 'NACD_SEED', flag: '--seed', type: 'integer', min: 0, max: 4294967295,
    help: 'seed of the delays, an unsigned 32-bit integer', defaultText: 'random; the result shows it',
  },
  {
    key: 'mode', env: 'NACD_MODE', flag: '--mode', type: 'choice', values: ['random', 'always', 'never', 'replay'],
    default: 'random', help: 'operations that are delayed',
  },
  {
    key: 'strategy', env: 'NACD_STRATEGY', flag: '--strategy', type: 'choice',
    values: ['uniform', 'reverse', 'learned', 'alike', 'pct', 'pos', 'nodefz'], default: 'uniform', help: 'way to choose delays',
    defaultText: 'uniform; run: several in turn',
  },
  {
    key: 'probability', env: 'NACD_PROBABILITY', flag: '--probability', type: 'number', min: 0, max: 1,
    default: 0.5, help: 'share of operations that are delayed',
  },
  {
    key: 'minDelay', env: 'NACD_MIN_DELAY', flag: '--min-delay', type: 'integer', min: 0, max: 3600000,
    default: 0, help: 'shortest delay, milliseconds',
  },
  {
    key: 'maxDelay', env: 'NACD_MAX_DELAY', flag: '--max-delay', type: 'integer', min: 0, max: 3600000,
    default: 500, help: 'longest delay, milliseconds',
  },
  {
    key: 'engine', env: 'NACD_ENGINE', flag: '--engine', type: 'choice', values: ['api', 'loop', 'both'],
    help: 'part that delays: hooks on the API, the event loop, or both',
    defaultText: 'both if the loop can be controlled, else api',
  },
  {
    key: 'clock', env: 'NACD_CLOCK', flag: '--clock', type: 'choice', values: ['real', 'virtual', 'skip'],
    help: 'virtual: delays take no time where nothing outside can end the wait; skip: nor does other waiting of the program',
    defaultText: 'virtual with the engines loop and both, else real',
  },
  {
    key: 'model', env: 'NACD_MODEL', flag: '--model', type: 'paths',
    help: 'further model files or folders, separated as in PATH',
  },
  {
    key: 'modules', env: 'NACD_MODULES', flag: '--modules', type: 'list',
    help: 'hook only these built-in modules, comma-separated; -name leaves one out; the engine loop delays all, without call sites',
    defaultText: 'all',
  },
  {
    key: 'timers', env: 'NACD_TIMERS', flag: '--timers', type: 'flag',
    help: 'delay timers, too: setTimeout, setInterval, setImmediate and their promises; their order stays',
  },
  { key: 'trace', env: 'NACD_TRACE', flag: '--trace', type: 'path', help: 'folder for traces, one file for each process and thread' },
  {
    key: 'traceLimit', env: 'NACD_TRACE_LIMIT', flag: '--trace-limit', type: 'integer', min: 1, max: 1048576, default: 256,
    help: 'size at which a trace ends, MiB; the program goes on',
  },
  { key: 'schedule', env: 'NACD_SCHEDULE', flag: '--schedule', type: 'path', help: 'schedule file to repeat, with mode replay' },
  {
    key: 'gates', env: 'NACD_GATES', flag: '--gates', type: 'choice', values: ['on', 'off'],
    help: 'on: only gates delay (mode never); off: gates do nothing', defaultText: 'on with -r nacd-native/gates',
  },
  {
    key: 'requests', env: 'NACD_REQUESTS', flag: '--requests', type: 'choice', values: ['record'],
    help: 'record: requests and what they do on stores are written into the trace folder; nothing is delayed',
  },
  {
    key: 'everyRequest', env: 'NACD_EVERY_REQUEST', flag: '--every-request', type: 'flag', verbs: ['requests'],
    help: 'record all requests, also of a route that gets very many',
  },
  {
    key: 'requestsPlan', env: 'NACD_REQUESTS_PLAN', flag: '--requests-plan', type: 'path',
    help: 'file with the order of two requests that this run forces; nacd requests prove writes it',
  },
  {
    key: 'quiet', env: 'NACD_QUIET', flag: '--quiet', type: 'flag',
    help: 'do not print the seed of a failed process; its children print theirs only with 0',
  },
  {
    key: 'heldBudget', env: 'NACD_HELD_BUDGET', flag: '--held-budget', type: 'integer', min: 0, max: 3600000,
    parameter: 'held_budget', defaultText: '5000 (clock real: no limit)',
    help: 'real time for which a thread is delayed, ms: then its delays are a tenth, after as much again a hundredth; clock real: their sum stays below',
  },
  {
    key: 'ownWaits', env: 'NACD_OWN_WAITS', flag: '--own-waits', type: 'integer', min: 0, max: 3600000,
    parameter: 'own_waits', defaultText: 'tests: as long as all else has taken, at least 1000; else no limit; run: the time of a run without delays, at least 1000',
    help: 'clock virtual: real time that a thread waits with nothing held, where nothing outside can end the wait, ms; the rest takes no time',
  },
  {
    key: 'maxSkew', env: 'NACD_MAX_SKEW', flag: '--max-skew', type: 'integer', min: 0, max: 31536000000,
    parameter: 'max_skew', defaultText: '300000',
    help: 'clock virtual or skip: how far it may be ahead of the real clock, milliseconds; waiting beyond that is real',
  },
  {
    key: 'hotAfter', env: 'NACD_HOT_AFTER', flag: '--hot-after', type: 'integer', min: 0, max: 4294967295,
    parameter: 'hot_after', defaultText: '500',
    help: 'decisions about the operations of one place in the code, after which these are delayed in bursts only while no place is new; 0: always',
  },
  {
    key: 'reverseShare', env: 'NACD_REVERSE_SHARE', flag: '--reverse-share', type: 'number', min: 0, max: 1,
    parameter: 'reverse_share', defaultText: 'by the seed',
    help: 'reverse: share of the remaining time that later operations wait',
  },
  {
    key: 'reverseStarts', env: 'NACD_REVERSE_STARTS', flag: '--reverse-starts', type: 'number', min: 0, max: 2,
    parameter: 'reverse_starts', defaultText: '0',
    help: 'engine loop, reverse: share of the tasks of the worker pool that are held at their start and not at their end; 2: those that change something are',
  },
  {
    key: 'reverseFollowing', env: 'NACD_REVERSE_FOLLOWING', flag: '--reverse-following', type: 'integer', min: 0, max: 2,
    parameter: 'reverse_following', defaultText: '0',
    help: 'engine loop, reverse: 1: a group begins with a task that follows from another operation; 2: only with one of a call that does; 0: with anything',
  },
  {
    key: 'reverseTasks', env: 'NACD_REVERSE_TASKS', flag: '--reverse-tasks', type: 'integer', min: 0, max: 4,
    parameter: 'reverse_tasks', defaultText: '0',
    help: 'engine loop, reverse: 1: only tasks of the worker pool are held, those that change something at their start, and only others begin a group; 4: and those that follow from what has come; 1: 4 in workers and children; 2: only those that change something do; 3: 1 in the main thread, 2 in workers and children; 0: everything',
  },
  {
    key: 'reverseAnswers', env: 'NACD_REVERSE_ANSWERS', flag: '--reverse-answers', type: 'integer', min: 0, max: 1,
    parameter: 'reverse_answers', defaultText: '0',
    help: 'engine loop, reverse: 1: with --reverse-tasks what comes to a client after it has connected, and output of children, is held as well',
  },
  {
    key: 'newestFirst', env: 'NACD_NEWEST_FIRST', flag: '--newest-first', type: 'integer', min: 0, max: 1,
    parameter: 'newest_first', defaultText: '0',
    help: 'engine loop, reverse: 1: of operations that are ready at one moment the last waits longest; 0: the first',
  },
  {
    key: 'endsWait', env: 'NACD_ENDS_WAIT', flag: '--ends-wait', type: 'integer', min: 0, max: 1, parameter: 'ends_wait',
    defaultText: 'by the seed',
    help: 'engine loop: 1: ends of several children wait for output that is held, not for messages; 0: they release it, or come before it',
  },
  {
    key: 'alikeBy', env: 'NACD_ALIKE_BY', flag: '--alike-by', type: 'integer', min: 0, max: 2, parameter: 'alike_by',
    defaultText: 'by the seed',
    help: 'alike: things that have a speed of their own. 0: kinds of operations, 1: call sites, 2: files, ends of connections, children',
  },
  {
    key: 'alikeBit', env: 'NACD_ALIKE_BIT', flag: '--alike-bit', type: 'integer', min: 0, max: 15,
    parameter: 'alike_bit', defaultText: 'by the seed, at most 2',
    help: 'alike: of the things, in the order in which they are seen, every other 2^N are slow',
  },
  {
    key: 'alikeOthers', env: 'NACD_ALIKE_OTHERS', flag: '--alike-others', type: 'integer', min: 0, max: 1,
    parameter: 'alike_others', defaultText: 'by the seed', help: 'alike: 1: the second 2^N are slow, and so on; 0: the first',
  },
  {
    key: 'slowChildren', env: 'NACD_SLOW_CHILDREN', flag: '--slow-children', type: 'integer', min: 0, max: 3,
    parameter: 'slow_children', defaultText: '0',
    help: `clock virtual: 1: delays in children that the program starts take real time, ${SLOW_CHILDREN_MS / 2000} s of it at most, so that their parent sees them come late; 2: in the first, third... child, which reverse starts late; 3: in the others`,
  },
  {
    key: 'slowChildrenTime', env: 'NACD_SLOW_CHILDREN_TIME', flag: '--slow-children-time', type: 'integer', min: 0,
    max: 3600000, parameter: 'slow_children_time',
    defaultText: `${SLOW_CHILDREN_MS}; run: the time of a run without delays, at least that`,
    help: 'real time that delays in all slow children of a process take together, ms; each takes half of what is left',
  },
  {
    key: 'pctDepth', env: 'NACD_PCT_DEPTH', flag: '--pct-depth', type: 'integer', min: 1, max: 1000,
    parameter: 'pct_depth', defaultText: '3', help: 'pct: depth of the races, one more than the number of delayed operations',
  },
  {
    key: 'stalls', env: 'NACD_STALLS', flag: '--stalls', type: 'number', min: 0, max: 1,
    parameter: 'stalls', defaultText: '0.4 of the probability; pct 0.05, replay 0',
    help: 'engine loop: share of the places at which the main thread is not run for a while; 0: never',
  },
  {
    key: 'datagramReorder', env: 'NACD_DATAGRAM_REORDER', flag: '--datagram-reorder', type: 'integer', min: 0, max: 1,
    parameter: 'datagram_reorder', defaultText: '0',
    help: 'engine loop: 1: datagrams of one sender may change places, too; 0: only those of different senders',
  },
  {
    key: 'datagramLoss', env: 'NACD_DATAGRAM_LOSS', flag: '--datagram-loss', type: 'number', min: 0, max: 1,
    parameter: 'datagram_loss', defaultText: '0',
    help: 'engine loop: share of the datagrams that are lost on their way to a socket',
  },
  // Node.fz's parameters (its Table 3), by their names in src/loop and src/schedule/strategies.
  {
    key: 'loopEpollDegreesOfFreedom', env: 'NACD_LOOP_EPOLL_DEGREES_OF_FREEDOM', flag: '--loop-epoll-degrees-of-freedom',
    type: 'integer', min: -1, max: 1000000, parameter: 'loop_epoll_degrees_of_freedom', defaultText: '-1',
    help: 'engine loop: places by which a ready descriptor may be moved; -1: any number',
  },
  {
    key: 'loopEpollDeferral', env: 'NACD_LOOP_EPOLL_DEFERRAL', flag: '--loop-epoll-deferral', type: 'number', min: 0,
    max: 1, parameter: 'loop_epoll_deferral', defaultText: '0.1', help: 'nodefz: share of ready descriptors that are delayed',
  },
  {
    key: 'loopTimerDeferral', env: 'NACD_LOOP_TIMER_DEFERRAL', flag: '--loop-timer-deferral', type: 'number', min: 0,
    max: 1, parameter: 'loop_timer_deferral', defaultText: '0.2', help: 'nodefz: share of timers that are delayed',
  },
  {
    key: 'loopTimerDelay', env: 'NACD_LOOP_TIMER_DELAY', flag: '--loop-timer-delay', type: 'number', min: 0,
    max: 3600000, parameter: 'loop_timer_delay', defaultText: '5', help: 'nodefz: delay of such a timer, milliseconds',
  },
  {
    key: 'loopTimerMaxDelay', env: 'NACD_LOOP_TIMER_MAX_DELAY', flag: '--loop-timer-max-delay', type: 'number', min: 0,
    max: 3600000, parameter: 'loop_timer_max_delay', defaultText: '5',
    help: 'engine loop: longest delay of a timer, milliseconds',
  },
  {
    key: 'loopPoolDegreesOfFreedom', env: 'NACD_LOOP_POOL_DEGREES_OF_FREEDOM', flag: '--loop-pool-degrees-of-freedom',
    type: 'integer', min: -1, max: 1000000, parameter: 'loop_pool_degrees_of_freedom', defaultText: '0',
    help: 'engine loop: number of simulated workers; 0: as many as there are, -1: any (Node.js cannot show these orders)',
  },
  {
    key: 'loopPoolMaxDelay', env: 'NACD_LOOP_POOL_MAX_DELAY', flag: '--loop-pool-max-delay', type: 'number', min: 0,
    max: 3600000, parameter: 'loop_pool_max_delay', defaultText: '0.1',
    help: 'nodefz: longest delay of a task of the pool, milliseconds',
  },
  {
    key: 'loopStarts', env: 'NACD_LOOP_STARTS', flag: '--loop-starts', type: 'integer', min: 0, max: 1,
    parameter: 'loop_starts', defaultText: '1', help: 'engine loop: 0: the start of tasks is not delayed',
  },
];

module.exports = { IN_OTHERS, OPTIONS, SLOW_CHILDREN_MS };
