// Reads the command line of races.mjs once; the other files get plain values.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { optionsOf } from './command-line.mjs';
import { parsePeer, parseTools } from './tools.mjs';

const benchmarks = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const quickRaces = ['imagemagick-47', 'fs-extra-736', 'get-port-23', 'ok-spawn-close'];

const help = `usage: node benchmarks/races.mjs [--tools LIST] [--peer NAME=COMMAND]... [--runs N] [--only NAME]...
       [--false-alarm-runs N] [--campaigns N] [--quick] [--timeout SEC] [--out DIR] [--plots DIR] [--node BIN]
       [--list]`;

function number(name, text, least) {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least) {
    throw new Error(`--${name} ${text} is not valid: allowed is a whole number from ${least}`);
  }
  return value;
}

const OPTIONS = {
  tools: { type: 'string', default: 'plain' },
  peer: { type: 'string', multiple: true, default: [] },
  runs: { type: 'string' },
  'false-alarm-runs': { type: 'string' },
  campaigns: { type: 'string' },
  only: { type: 'string', multiple: true, default: [] },
  quick: { type: 'boolean', default: false },
  timeout: { type: 'string', default: '60' },
  out: { type: 'string', default: path.join(benchmarks, '.cache', 'results') },
  plots: { type: 'string' },
  node: { type: 'string', default: process.execPath },
  list: { type: 'boolean', default: false },
};

/** Returns the options. Throws an Error whose message is the line to print if a value is not valid. */
export function readOptions() {
  const values = optionsOf(OPTIONS, help);
  const runs = number('runs', values.runs ?? (values.quick ? 10 : 30), 1);
  return {
    benchmarks,
    root: path.dirname(benchmarks),
    node: values.node,
    out: path.resolve(values.out),
    plots: path.resolve(values.plots ?? values.out),
    runs,
    falseAlarmRuns: number('false-alarm-runs', values['false-alarm-runs'] ?? runs, 1),
    campaigns: number('campaigns', values.campaigns ?? Math.min(runs, 10), 1),
    timeout: number('timeout', values.timeout, 1) * 1000,
    only: values.quick && !values.only.length ? quickRaces : values.only.flatMap((names) => names.split(',')),
    list: values.list,
    // Plain node is always the first tool, because all costs are relative to it.
    tools: parseTools(values.tools).concat(values.peer.map(parsePeer)),
  };
}
