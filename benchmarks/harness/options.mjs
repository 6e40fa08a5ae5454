// The command line, read once; everything else gets plain values.
import { parseArgs } from 'node:util';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parsePeer, parseTools } from './tools.mjs';

const benchmarks = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const quickRaces = ['imagemagick-47', 'fs-extra-736', 'get-port-23', 'ok-spawn-close'];

const help = `usage: node benchmarks/races.mjs [--tools LIST] [--peer NAME=COMMAND]... [--runs N] [--only NAME]...
       [--false-alarm-runs N] [--campaigns N] [--quick] [--timeout SEC] [--out DIR] [--node BIN] [--list]`;

export function readOptions(argv) {
  const { values } = parseArgs({
    args: argv,
    options: {
      tools: { type: 'string', default: 'plain' },
      peer: { type: 'string', multiple: true, default: [] },
      runs: { type: 'string' },
      'false-alarm-runs': { type: 'string' },
      campaigns: { type: 'string' },
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      timeout: { type: 'string', default: '60' },
      out: { type: 'string', default: path.join(benchmarks, '.cache', 'results') },
      node: { type: 'string', default: process.execPath },
      list: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    process.exit(0);
  }
  const runs = Number(values.runs ?? (values.quick ? 10 : 30));
  return {
    benchmarks,
    root: path.dirname(benchmarks),
    node: values.node,
    out: path.resolve(values.out),
    runs,
    falseAlarmRuns: Number(values['false-alarm-runs'] ?? runs),
    campaigns: Number(values.campaigns ?? Math.min(runs, 10)),
    timeout: Number(values.timeout) * 1000,
    only: values.quick && !values.only.length ? quickRaces : values.only.flatMap((names) => names.split(',')),
    list: values.list,
    // Plain node comes first, always: everything is told relative to it.
    tools: parseTools(values.tools).concat(values.peer.map(parsePeer)),
  };
}
