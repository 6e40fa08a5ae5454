// Gates: a test pins one schedule. See docs/gates.md.

/** A part of an operation's place. Each is optional; texts may have "*" and "?". */
export interface Place {
  /** "fs.readFile", "net.Socket.data", "setTimeout". */
  api?: string;
  /** What the call is about, as it stands in an operation's name: the last part of a path, a host. */
  subject?: string;
  /**
   * registration, action, callback, event, promise, descriptor, worker or timer; "start" is the first two, "arrival" is
   * descriptor, "completion" is worker. Without it: callback, event, promise, timer, and the work of streams.
   */
  phase?: string;
  /** The call site: "file", "file:line" or "file:line:column"; the end of a path is enough. */
  site?: string;
  /** The function that calls, or one that called that. */
  function?: string;
  /** The how-manieth that fits all the rest since the gate was set, from 1. */
  count?: number;
  /** The title of the test; in others the gate is not set. */
  test?: string;
  /** A name exactly as traces have it. */
  name?: string;
  // What a call was given.
  path?: string;
  host?: string;
  hostname?: string;
  port?: string | number;
  key?: string;
  command?: string;
  method?: string;
  url?: string;
  /** Any of the arguments; for data that came in, its beginning. */
  argument?: string | number;
}

/** "api(subject)@file:line:column#count phase", each part optional: "fs.access@remove.test.js:9#2". */
export type Location = string | Place;

export interface GateOptions {
  /** What happens where no order can be as the gates say: 'fail' (default) or 'pass', for a fix that forbids the order. */
  impossible?: 'fail' | 'pass';
  /** Neither that nor a gate that nobody reached is a failure. */
  optional?: boolean;
}

export interface Gates {
  /** Opens them all. */
  open(): void;
  /** Takes them away before the test's end, and throws what the test would fail with. */
  remove(): void;
}

/**
 * 'a -> b -> c': b waits until a has run, c until b has. 'a & b -> c' waits for both. Several orders are several
 * arguments, or one text with ";" or line ends in between.
 */
export function order(...orders: [...string[], string] | [...string[], string, GateOptions]): Gates;

/** What a hold waits for: an operation to have run (of several, each), a gate to be open, a condition to hold. */
export type Condition = Location | Location[] | NamedGate | (() => unknown);

export interface HoldOptions extends GateOptions {
  /** With a condition in JavaScript: what comes when it does not hold any more waits again. */
  again?: boolean;
}

export interface Hold extends Gates {
  /** Instead of waiting for open(). */
  until(condition: Condition): this;
  /** How many operations wait here now. */
  readonly waiting: number;
}

/** Has every operation at `where` wait. Conditions in JavaScript are looked at after every callback. */
export function hold(where: Location | Location[], until?: Condition, options?: HoldOptions): Hold;

/** Has each operation at `where` wait until `count` of them do. */
export function barrier(where: Location | Location[], count: number, options?: GateOptions): Gates;

export interface NamedGate {
  readonly name: string;
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  hold(where: Location | Location[], options?: GateOptions): Hold;
}

/** A gate that the test opens by itself. It is closed at first, and stays open once it is, unless closed. */
export function gate(name: string): NamedGate;

/** Resolves when an operation at `where` (of several, one at each) has run that was not started before. */
export function ran(where: Location | Location[], options?: GateOptions): Promise<void>;

type Hook = (hook: (...args: any[]) => void) => unknown;

/**
 * Binds gates to the tests of a runner that is not found by itself; once in a file, outside of its tests. mocha, jest,
 * vitest and node:test are found.
 */
export function bind(hooks: { beforeEach: Hook; afterEach: Hook }): void;

/** An entry of "gates" in a schedule file. */
export type GateEntry =
  | string
  | ({ order: string } & GateOptions)
  | ({ hold: Location | Location[]; until: Location | Location[] } & GateOptions)
  | ({ barrier: Location | Location[]; count: number } & GateOptions);

export interface RunGatedOptions {
  gates: GateEntry[];
  /** Delays as in a schedule file. */
  delays?: { name: string; phase: string; delay: number }[];
  cwd?: string | URL;
  env?: Record<string, string | undefined>;
  engine?: 'api' | 'loop' | 'both';
  clock?: 'real' | 'virtual';
  /** The strategy of the run that the delays are from: some allow what chance alone hardly ever does. */
  strategy?: 'uniform' | 'reverse' | 'learned' | 'pct' | 'pos' | 'nodefz';
  signal?: AbortSignal;
}

/** Runs a command with gates in each Node.js process it starts; rejects where it fails, or is not as the gates say. */
export function runGated(command: string[], options: RunGatedOptions): Promise<void>;

/** What a gated test fails with; `code` is 'ERR_NACD_GATE'. */
export class GateError extends Error {
  readonly code: 'ERR_NACD_GATE';
  /** Whether everything that could go on waited at closed gates. */
  readonly deadlock: boolean;
}
