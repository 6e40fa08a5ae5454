// The declarations of nacd-native/gates: a test pins one schedule (docs/guide/gates.md). A function throws an error of
// one line if nacd-native was not loaded before the program, or if it cannot read its arguments.

/** The parts of an operation's location, each optional. Strings may contain "*" and "?". */
export interface Place {
  /** For example "fs.readFile", "net.Socket.data" or "setTimeout". */
  api?: string;
  /** The resource of the call as in the operation's name, such as a host or the last part of a path. */
  subject?: string;
  /**
   * registration, action, callback, event, promise, descriptor, worker or timer. "start" stands for registration and
   * action, "arrival" for descriptor and "completion" for worker. Default: callback, event, promise, timer, and the
   * actions of streams.
   */
  phase?: string;
  /** The call site: "file", "file:line" or "file:line:column". The end of a path is enough. */
  site?: string;
  /** The function that contains the call, or one of its callers. */
  function?: string;
  /** Matches only one operation, counted from 1 among those that match all other parts since the gate was set. */
  count?: number;
  /** The title of a test; the gate is not set in other tests. */
  test?: string;
  /** A full name, as in traces. */
  name?: string;
  // Arguments of the call:
  path?: string;
  host?: string;
  hostname?: string;
  port?: string | number;
  key?: string;
  command?: string;
  method?: string;
  url?: string;
  /** Any argument; for data that arrives, its beginning. */
  argument?: string | number;
}

/** "api(subject)@file:line:column#count phase", each part optional: "fs.access@remove.test.js:9#2". */
export type Location = string | Place;

export interface GateOptions {
  /** The result of an impossible order: 'fail' (default), or 'pass' for a fix that makes the order impossible. */
  impossible?: 'fail' | 'pass';
  /** If true, neither an impossible order nor a gate that no operation reaches is a failure. */
  optional?: boolean;
}

/** Gates that one call has set. */
export interface Gates {
  /** Opens them all. */
  open(): void;
  /** Removes them before the end of the test. Throws the GateError that the test would fail with. */
  remove(): void;
}

/**
 * Sets gates for orders such as 'a -> b -> c': b is held until a has run, and c until b has. With 'a & b -> c', c is
 * held until both have run. Several orders are several arguments, or one string with ";" or line breaks between them.
 */
export function order(...orders: [...string[], string] | [...string[], string, GateOptions]): Gates;

/** The condition of a hold: operations have all run, a named gate is open, or a function returns true. */
export type Condition = Location | Location[] | NamedGate | (() => unknown);

export interface HoldOptions extends GateOptions {
  /** If the condition is a function: when it returns false again, operations are held again. */
  again?: boolean;
}

export interface Hold extends Gates {
  /** Replaces the condition, or open() if there was none. */
  until(condition: Condition): this;
  /** How many operations are held now. */
  readonly waiting: number;
}

/**
 * Holds every operation at `where` until the condition is true, or open() is called. A condition that is a function is
 * checked after every callback.
 */
export function hold(where: Location | Location[], until?: Condition, options?: HoldOptions): Hold;

/** Holds the operations at `where` until `count` of them, at least 2, are held. */
export function barrier(where: Location | Location[], count: number, options?: GateOptions): Gates;

export interface NamedGate {
  readonly name: string;
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  /** Holds the operations at `where` until the gate is open. */
  hold(where: Location | Location[], options?: GateOptions): Hold;
}

/** Returns a closed gate that the test opens and closes by itself. */
export function gate(name: string): NamedGate;

/**
 * Resolves when an operation at `where` has run that was not started before this call; with several locations, one
 * operation at each. Rejects with a GateError if that cannot happen.
 */
export function ran(where: Location | Location[], options?: GateOptions): Promise<void>;

type Hook = (hook: (...args: any[]) => void) => unknown;

/**
 * Binds gates to the tests of a runner that is not found automatically. A test file calls it once, outside of its
 * tests. The hooks of mocha, jest, vitest and node:test are found without it.
 */
export function bind(hooks: { beforeEach: Hook; afterEach: Hook }): void;

/** An entry of "gates" in a schedule file. */
export type GateEntry =
  | string
  | ({ order: string } & GateOptions)
  | ({ hold: Location | Location[]; until: Location | Location[] } & GateOptions)
  | ({ barrier: Location | Location[]; count: number } & GateOptions);

export interface RunGatedOptions {
  gates?: GateEntry[];
  /** Delays and constraints as in a schedule file, in milliseconds. */
  delays?: { name: string; phase: string; delay: number; after?: (string | object)[]; place?: string }[];
  /** The working directory of the command; default: that of the process. */
  cwd?: string | URL;
  /** The environment of the command; default: that of the process. */
  env?: Record<string, string | undefined>;
  engine?: 'api' | 'loop' | 'both';
  clock?: 'real' | 'virtual';
  /** The strategy of the run that the delays are from. Some strategies also change orders without a delay. */
  strategy?: 'uniform' | 'reverse' | 'learned' | 'alike' | 'pct' | 'pos' | 'nodefz';
  /** How many seconds the command may take; default: 600. */
  timeout?: number;
  /** An abort ends the command and all processes that it started. */
  signal?: AbortSignal;
}

/**
 * Runs a command, such as ['npm', 'test'], with gates in each Node.js process that it starts. Rejects with an Error if
 * the command fails, with a GateError if its operations did not run as the gates require, and with the reason of an
 * abort.
 */
export function runGated(command: string[], options: RunGatedOptions): Promise<void>;

/** The error of a gated test. */
export class GateError extends Error {
  readonly code: 'ERR_NACD_GATE';
  /** True if every operation that could continue was held at a closed gate. */
  readonly deadlock: boolean;
}
