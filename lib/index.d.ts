// The declarations of nacd-native and nacd-native/api: campaigns and minimize for programs. docs/reference/options.md
// describes each option under the same key, with its range and its default. The functions may be called in any thread.
// Those of nacd-native run in a process of their own, and those of nacd-native/api in the calling one, which gets no
// hooks.

/** Options of the program under test: what is delayed, by how much and by which engine. */
export interface CoreOptions {
  /** The seed of the delays, from 0 to 4294967295; default: random. */
  seed?: number;
  /** Delays a random share of the operations, all of them or none; default: random. */
  mode?: 'random' | 'always' | 'never';
  /** How delays are chosen; default: uniform, and for run() several in turn. */
  strategy?: string;
  /** The shortest delay, in milliseconds; default: 0. */
  minDelay?: number;
  /** The longest delay, in milliseconds; default: 500. */
  maxDelay?: number;
  /** Delays by hooks on the API, in the event loop, or in both; default: both if possible, else api. */
  engine?: 'api' | 'loop' | 'both';
  /** The virtual clock skips waiting that nothing outside can end; default: virtual if the loop is controlled. */
  clock?: 'real' | 'virtual';
  /** Further model files or folders. */
  model?: string[];
  /** Only these built-in modules; "-name" leaves one out. */
  modules?: string[];
  gates?: 'on' | 'off';
  /** Delays timers too, in order among themselves. */
  timers?: boolean;
  /** UDP datagrams from one sender arrive in order (the default), in any order, or in any order with a tenth lost. */
  datagrams?: 'in-order' | 'reorder' | 'lossy';
}

/** Options of run() and minimize(). */
export interface CommonOptions extends CoreOptions {
  /** The working directory; default: that of the process. Call sites are relative to it. */
  cwd?: string;
  /** The environment of the runs; default: that of the process. */
  env?: Record<string, string | undefined>;
  /** An abort ends all runs and all processes that they started. */
  signal?: AbortSignal;
  /** Seconds after which a run counts as a hang; default: 60, or 30 times the first run. */
  timeout?: number;
  /** Seconds after which no further run starts. */
  time?: number;
  /** Gives each run its own network (Linux). */
  isolate?: boolean;
  /** A regular expression; a run whose output matches has failed. */
  failOn?: string;
  /** The results folder; default: .nacd. */
  out?: string;
  /** The folder of kept failures, which are tried first; default: failures in the results folder. */
  failures?: string;
}

export interface RunOptions extends CommonOptions {
  /** The command and its arguments. */
  command: string[];
  /** How many runs; default: 30. */
  runs?: number;
  /** Continues without a limit of runs until one fails. */
  untilFailure?: boolean;
  /** Status 1 also if something could not be tested (docs/guide/ci.md). */
  strict?: boolean;
  /** Plans all runs by orders; status 1 if a smaller percentage of these was tried. */
  cover?: number;
  /** Writes a line for each order that cannot happen, with the reason. */
  verbose?: boolean;
  /** Continues after the first failure. */
  keepGoing?: boolean;
  /** How many runs overlap; default: 1. */
  jobs?: number;
  /** "i/n": only part i of n of the runs. All parts need the same seed. */
  shard?: string;
  /** Redis or Valkey, through which machines share the runs: redis://HOST/NAME. They run `nacd worker`. */
  queue?: string;
  /** With `queue`: seconds after which the campaign ends if no machine takes part; default: 600. */
  wait?: number;
  /** With `queue`: seconds of silence after which a machine's run is done again; default: 30. */
  silence?: number;
  /** With `queue`: the version of the program, the same on all machines; default: that of git. */
  commit?: string;
  /** Keeps the folders of all runs or of failed runs; default: all. */
  keep?: 'all' | 'failed';
  /** Called with each event of the campaign. */
  onEvent?: (event: CampaignEvent) => void;
}

/**
 * The result of a run. A run is inconclusive if it was still busy at the timeout, or has `leftOut`; that is no failure.
 */
export type Verdict = 'passed' | 'failed' | 'hang' | 'inconclusive' | 'interrupted';

export interface Run {
  number: number;
  /** The run without delays, a run with a seed, or the replay of a kept failure. */
  kind: 'baseline' | 'seed' | 'stored';
  /** The id of the kept failure, if kind is 'stored'. */
  kept?: string;
  seed?: number;
  strategy?: string;
  /** Relative to the results folder. */
  folder: string;
  verdict: Verdict;
  /** The names of the tests that failed; without such names one line that describes the error. */
  titles: string[];
  /** The exit status of the command; null if a signal ended it. */
  code: number | null;
  signal: string | null;
  /** Duration in milliseconds. */
  ms: number;
  /** How many operations were delayed. */
  delays: number;
  /** True if a Node.js process of the run loaded nacd-native. */
  hooked: boolean;
  /** Set if a trace was cut at its size limit. */
  limited?: true;
  /** Set if parts of the outputs were left out of the folder. */
  cut?: true;
  /**
   * Tests that failed by the same error as another one, and are therefore not in `titles`; `late`: that only did not end
   * in time after it had failed.
   */
  folded?: { title: string; into: string; late?: true }[];
  /** Set if the verdict is a hang or inconclusive; docs/reference/results.md lists its keys. */
  hang?: { kind: string } & Record<string, unknown>;
  /** Set if only `seen` of `of` tests reported, if these numbers are known; `missing` has titles of others. */
  early?: { seen?: number; of?: number; missing?: string[] };
  /**
   * Set if a run has no verdict for another reason than its timeout: only `started` of `ofStarted` test runners or
   * programs started and `missing` tests did not report, or the output is too long.
   */
  leftOut?: { which: 'runners' | 'programs' | 'output'; started?: number; ofStarted?: number; missing?: number };
  /** Set if the process did not end after its tests, so that the run was ended. The tests decided. */
  lingers?: {
    kind: 'lingering';
    /** The handles that keep the process alive, grouped. */
    open: { kind: string; site?: string; count: number }[];
    /** Milliseconds until the tests had ended. */
    endedMs: number;
    /** The test runner's option that ends it, such as "mocha --exit". */
    exitOption?: string;
    /** Set if the run was ended by its timeout. */
    atTimeout?: boolean;
  };
}

/** All runs that failed with the same title. */
export interface Failure {
  id: string;
  title: string;
  /** Numbers of the failed runs. */
  runs: number[];
  seeds: number[];
  /** How many of the runs failed in this way. */
  failed: number;
  /** How many runs count for the rate. */
  of: number;
  /** How often it fails without delays. */
  plain?: { failed: number; of: number };
  /** An order of two operations, a limit of time of the test, fails without delays too, or none of these was shown. */
  class: 'order' | 'time-limit' | 'flaky' | 'not-clear';
  /** 95 % confidence interval of the rate (Wilson). */
  interval: [number, number];
}

/** How a command fails by itself. */
export interface PlainRuns {
  of: number;
  failed: number;
  /** False if the campaign ends, because the command never passed and no tests can be told apart. */
  goesOn: boolean;
  /** Only the first run has failed, in which alone the event loop was traced. */
  onlyFirst?: true;
  /** Tests that failed each time. Their failures do not count in runs with delays. */
  aside: string[];
  /** Tests, or errors, of some of these runs. */
  flaky: { title: string; failed: number }[];
}

export interface Campaign {
  state: 'running' | 'done' | 'interrupted' | 'baseline-failed' | 'broken' | 'killed' | 'incomplete';
  command: string[];
  /** The command, and those of earlier campaigns with this folder. */
  commands?: string[][];
  /** The seed of the first run with delays. */
  seed: number;
  /** The first run without delays. */
  baseline?: Run;
  /** The result of the runs without delays, up to five if the first one fails. */
  plain?: PlainRuns;
  /** Set if the command does not end by itself: of the first run without delays that did not. */
  lingers?: Run['lingers'];
  /** The last run that `time` ended: how long it had run, and how long a run without delays takes. */
  unended?: { ms: number; usual: number };
  runs: Run[];
  failures: Failure[];
}

export type CampaignEvent =
  | { type: 'start'; campaign: Campaign }
  | { type: 'baseline'; run: Run; plain: PlainRuns }
  | { type: 'note'; text: string }
  | { type: 'run'; run: Run; campaign: Campaign }
  | { type: 'failure'; failure: Failure; run: Run; campaign: Campaign }
  | { type: 'end'; campaign: Campaign };

/**
 * Runs a command again and again with delays, and writes the results folder. Resolves to the campaign, also if it found
 * failures. Rejects with an error of one line if an option is not valid, the command cannot be started, or results
 * cannot be written.
 */
export function run(options: RunOptions): Promise<Campaign>;

export interface MinimizeOptions extends CommonOptions {
  /** A schedule file, the folder of a run, a results folder, or the id of a kept failure. */
  failure: string;
  /** Replaces the command that the failure was found with. */
  command?: string[];
  /** Run the command that a schedule file names, also if no campaign of the results folder has run it. */
  yes?: boolean;
  /** Called after each run and each step of the search. */
  onEvent?: (event: MinimizeEvent) => void;
}

/** `runs` counts all runs so far; times are milliseconds. */
export type MinimizeEvent =
  | { type: 'tried'; runs: number; failed: boolean; ms: number; delays: Minimized['delays'] }
  /** The failing test runs alone from here on, was found to fail there, or not: then the whole command runs again. */
  | { type: 'alone'; command: string[] }
  | { type: 'narrowed'; failed: number; of: number }
  | { type: 'whole'; plainly: boolean }
  /** The result was tried with the whole command, which failed so often. */
  | { type: 'widened'; failed: number }
  /** How often the failure occurs with all of its delays, and how many these are. */
  | { type: 'rate'; runs: number; failed: number; of: number; delays: number }
  /** Runs fail with another title. */
  | { type: 'other'; runs: number; title: string }
  /** A smaller set of delays, or shorter ones, that fail. */
  | { type: 'smaller' | 'shorter'; runs: number; delays: Minimized['delays'] }
  /** The search ended early. */
  | { type: 'stopped'; runs: number; why: string };

/** A place in the source. Lines and columns count from 1. */
export interface Place {
  /** Relative to the working directory if it is inside. */
  file: string;
  line: number;
  column: number;
  /** "file:line:column" */
  shown: string;
  /** The lines around the place, with a mark at the place. */
  frame: string[];
}

export interface RacingOperation {
  /** The full name, as in traces. */
  name: string;
  phase: string;
  api?: string;
  /** The call site in the code that ran: "file:line:column". */
  site?: string;
  /** The same place in the source that the user wrote. */
  place?: Place;
  /** True if the place is where its connection, server or child was made, since no call started it. */
  made?: boolean;
  /** The nearest operation of the user's own that it follows from, if its place is in a package. */
  from?: RacingOperation;
}

export interface RacingPair {
  delayed: RacingOperation;
  overtaker: RacingOperation;
  /** The delay that makes this order: its phase and its name. */
  by?: string;
}

export interface Minimized {
  /** 'not-again': the failure did not occur. 'without-delays': it occurs about as often without delays. */
  outcome: 'minimized' | 'not-again' | 'without-delays';
  /** The remaining delays, in milliseconds. `shortest` is the shortest delay that failed. */
  delays?: { name: string; phase: string; delay: number; shortest?: number }[];
  /** How many delays the schedule had before. */
  from?: number;
  /** `failed` of `of` runs failed with the delays, and `passed` of `ofOther` passed without them. */
  rate?: { failed: number; of: number; passed: number; ofOther: number };
  /** `order`: the two operations race. `time-limit`: a limit of time of the test was over. */
  class: 'order' | 'time-limit' | 'not-clear';
  /** Two operations that change places, which are a race if `class` says so; undefined if no order of two operations separates failing from passing runs. */
  race?: RacingPair & {
    /** If the failure needs several delays: the pairs of the others. */
    also?: RacingPair[];
  };
  /** Without a race: an operation that each passing run has and no failing one. */
  missing?: RacingOperation;
  /** True if no smaller schedule fails as often, so that all delays stay. */
  kept?: boolean;
  /** The schedule file that was written. */
  file?: string;
}

/**
 * Finds the fewest delays that still fail, and the two operations that race. Resolves also if the failure does not
 * occur again. Rejects with an error of one line if an option is not valid or the failure cannot be read, and if
 * `signal` aborts.
 */
export function minimize(options: MinimizeOptions): Promise<Minimized>;

/**
 * Forces the order of a request race again: `nacd minimize --as-test` writes tests that call this. `file` is the race's
 * file, relative to the test `from` (import.meta.url or __filename). Resolves if the order is harmless or no longer
 * possible; rejects with an error that tells what is lost. Only nacd-native/api has it.
 */
export function proveRace(file: string, options: { from: string }): Promise<void>;
