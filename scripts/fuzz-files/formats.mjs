// Each format that the tool reads: its valid samples, and command lines that read a changed one.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { FORMATS } = require('../../lib/writers/index.js');

const FORMATS_OF_RACES = Object.fromEntries(Object.entries(FORMATS).filter(([, { ofRaces }]) => ofRaces));
const NOTHING = ['--', process.execPath, '-e', '0'];

const reports = (folder, formats) => Object.keys(formats).map((format) => ['report', folder, '--format', format, '-o', '-']);

/**
 * Returns [{name, files, reads, share}] for samples (samples.mjs): `files` are changed one at a time, `reads` are
 * command lines for the samples' folder, {file} stands for the changed file. `share` of all inputs is of this format.
 */
export function formatsOf({ schedule, race, trace, recorded }) {
  const found = ['requests', 'find', '--out', 'requests'];
  const foundSql = ['requests', 'find', '--out', 'sql'];
  return [
    { name: 'nacd.config.json', files: ['config/nacd.config.json'], reads: [['report', '../campaign', '-o', '-'], ['merge', '../shard', '--partial', '--out', '../merged'], ['run', '--runs', '1']], share: 4 },
    { name: 'package.json', files: ['package/package.json'], reads: [['init'], ['report', '../campaign', '-o', '-']], share: 3 },
    { name: 'campaign.json', files: ['campaign/campaign.json'], reads: reports('campaign', FORMATS), share: 4 },
    { name: 'run.json', files: ['campaign/runs/0001/run.json', 'campaign/runs/baseline/run.json'], reads: [...reports('campaign', FORMATS), ['merge', 'campaign', '--out', 'merged']], share: 3 },
    { name: 'part of a merge', files: ['shard/campaign.json'], reads: [['merge', 'shard', '--partial', '--out', 'merged']], share: 4 },
    { name: 'trace', files: [trace], reads: reports('campaign', FORMATS), share: 4 },
    { name: 'trace of requests', files: [recorded.replace('recorded-', 'trace-')], reads: [['requests', 'find', '--out', 'found', '{file}']], share: 1 },
    { name: 'requests.json', files: ['requests/requests.json'], reads: reports('requests', FORMATS_OF_RACES), share: 4 },
    { name: 'recording', files: ['sql/requests/recorded/trace/recorded-1-0.ndjson'], reads: [foundSql], share: 2 },
    { name: 'recording with facts', files: [recorded, recorded.replace('.ndjson', '.facts')], reads: [found], share: 2 },
    { name: 'recording beside it', files: ['requests/requests/recorded/asked.json', 'requests/requests/recorded/servers.json', 'requests/requests/recorded/unreached.json'], reads: [found], share: 1 },
    { name: 'candidates.json', files: ['requests/requests/candidates.json'], reads: [['requests', 'prove', '--out', 'requests', ...NOTHING]], share: 1 },
    { name: 'OTLP, JSON', files: ['otlp.json', 'otlp.ndjson'], reads: [['requests', 'find', '--out', 'traces', '--otlp', '{file}']], share: 2 },
    { name: 'OTLP, Protocol Buffers', files: ['otlp.pb'], reads: [['requests', 'find', '--out', 'traces', '--otlp', '{file}']], share: 1 },
    { name: 'failure', files: [schedule], reads: [['replay', '{file}', ...NOTHING]], share: 1 },
    { name: 'failure, not run', files: [schedule], reads: [['replay', '{file}', '--', 'none']], refuses: true, share: 3 },
    { name: 'failure of requests', files: [race], reads: [['replay', '{file}', ...NOTHING]], share: 1 },
    { name: 'failure of requests, as a test', files: [race], reads: [['minimize', '--as-test', '{file}', ...NOTHING]], share: 3 },
    { name: 'gates', files: ['gates.json'], reads: [['replay', '{file}']], refuses: true, share: 2 },
    { name: 'traffic', files: ['traffic.json', 'traffic.har'], reads: [['requests', 'run', '--serve', `"${process.execPath}" -e 0`, '--traffic', '{file}']], share: 1 },
    { name: 'check', files: ['invariant.sql', 'invariant.cjs'], reads: [['requests', 'prove', 'none', '--out', 'requests', '--check', '{file}']], refuses: true, share: 1 },
  ];
}
