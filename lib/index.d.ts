// The options are those of docs/options.md, under their keys.

export interface CoreOptions {
  seed?: number;
  mode?: 'random' | 'always' | 'never';
  strategy?: string;
  probability?: number;
  minDelay?: number;
  maxDelay?: number;
  engine?: 'api' | 'loop' | 'both';
  clock?: 'real' | 'virtual';
  model?: string[];
  modules?: string[];
  gates?: 'on' | 'off';
  timers?: boolean;
  heldBudget?: number;
  reverseShare?: number;
  newestFirst?: 0 | 1;
  pctDepth?: number;
  loopEpollDegreesOfFreedom?: number;
  loopEpollDeferral?: number;
  loopTimerDeferral?: number;
  loopTimerDelay?: number;
  loopTimerMaxDelay?: number;
  loopPoolDegreesOfFreedom?: number;
  loopPoolMaxDelay?: number;
  loopStarts?: 0 | 1;
}

export interface CommonOptions extends CoreOptions {
  /** Working directory; default: that of the process. Call sites are told relative to it. */
  cwd?: string;
  /** Environment of the runs; default: that of the process. */
  env?: Record<string, string | undefined>;
  /** Ends all runs and what they started. */
  signal?: AbortSignal;
  timeout?: number;
  time?: number;
  isolate?: boolean;
  failOn?: string;
  out?: string;
  failures?: string;
}

export interface RunOptions extends CommonOptions {
  command: string[];
  runs?: number;
  untilFailure?: boolean;
  keepGoing?: boolean;
  jobs?: number;
  shard?: string;
  keep?: 'all' | 'failed';
  onEvent?: (event: CampaignEvent) => void;
}

export type Verdict = 'passed' | 'failed' | 'hang' | 'inconclusive' | 'interrupted';

export interface Run {
  number: number;
  kind: 'baseline' | 'seed' | 'stored';
  /** Id of the kept failure, where kind is 'stored'. */
  kept?: string;
  seed?: number;
  strategy?: string;
  /** Relative to the results folder. */
  folder: string;
  verdict: Verdict;
  /** What failed: names of tests, else one line that tells the error. */
  titles: string[];
  code: number | null;
  signal: string | null;
  ms: number;
  delays: number;
}

export interface Failure {
  id: string;
  title: string;
  /** Numbers of the runs that failed so. */
  runs: number[];
  seeds: number[];
  failed: number;
  of: number;
  /** 95 % confidence interval of the rate (Wilson). */
  interval: [number, number];
}

export interface Campaign {
  state: 'running' | 'done' | 'interrupted' | 'baseline-failed' | 'broken' | 'killed';
  command: string[];
  seed: number;
  baseline?: Run;
  runs: Run[];
  failures: Failure[];
}

export type CampaignEvent =
  | { type: 'start'; campaign: Campaign }
  | { type: 'baseline'; run: Run }
  | { type: 'note'; text: string }
  | { type: 'run'; run: Run; campaign: Campaign }
  | { type: 'failure'; failure: Failure; run: Run; campaign: Campaign }
  | { type: 'end'; campaign: Campaign };

/** Runs a command again and again with delays. A mistake in the options rejects with an error of one line. */
export function run(options: RunOptions): Promise<Campaign>;

export interface MinimizeOptions extends CommonOptions {
  /** A schedule file, the folder of a run, a results folder, or the id of a kept failure. */
  failure: string;
  /** Instead of the command that the failure was found with. */
  command?: string[];
  tries?: number;
  onEvent?: (event: { type: 'other' | 'rate' | 'smaller' | 'shorter' | 'stopped'; runs: number }) => void;
}

export interface Place {
  file: string;
  line: number;
  column: number;
  /** The lines around it, the place marked. */
  frame: string[];
}

export interface RacingOperation {
  name: string;
  phase: string;
  api?: string;
  site?: string;
  place?: Place;
}

export interface Minimized {
  outcome: 'minimized' | 'not-again' | 'without-delays';
  delays?: { name: string; phase: string; delay: number; shortest?: number }[];
  /** How many delays there were. */
  from?: number;
  rate?: { failed: number; of: number; passed: number; ofOther: number };
  race?: { delayed: RacingOperation; overtaker: RacingOperation };
  /** The schedule file that was written. */
  file?: string;
}

/** Finds the fewest delays that still fail, and the two operations that race. */
export function minimize(options: MinimizeOptions): Promise<Minimized>;
