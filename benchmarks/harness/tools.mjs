// What a tool is: how it turns a driver into a command and an environment. The grammar is told in ../README.md.
import path from 'node:path';
import { campaignRuns } from './campaign.mjs';

const engines = new Set(['api', 'loop', 'both']);
const clocks = new Set(['real', 'virtual']);

export function parseTools(list) {
  const names = list.split(',').filter(Boolean);
  return [...new Set(['plain', ...names])].map(parseTool);
}

function parseTool(name) {
  const [kind, words = ''] = name.split(':');
  if (kind === 'plain') return { name, command: ({ node, driver }) => [node, driver], env: () => ({}) };
  const settings = readWords(words);
  if (kind === 'nacd-native') {
    return {
      name,
      command: ({ node, root, driver }) => [node, '-r', root, driver],
      env: (seed) => ({ ...settings, NACD_SEED: String(seed), NACD_QUIET: '1' }),
    };
  }
  if (kind === 'campaign') return campaign(name, settings);
  throw new Error(`${name}: no such tool; there are plain, nacd-native and campaign (and --peer)`);
}

// "uniform/loop/virtual", in any order and number: each word tells by itself what it sets.
function readWords(words) {
  const env = {};
  for (const word of words.split('/').filter(Boolean)) {
    if (engines.has(word)) env.NACD_ENGINE = word;
    else if (clocks.has(word)) env.NACD_CLOCK = word;
    else env.NACD_STRATEGY = word;
  }
  return env;
}

// A whole campaign is one measurement: it has a memory, so its runs are not independent of each other.
function campaign(name, settings) {
  return {
    name,
    campaign: true,
    command: ({ node, root, driver, seed, cwd }) => [
      ...[node, path.join(root, 'lib', 'cli', 'main.js'), 'run', '-n', '30'],
      ...['--seed', String(seed), '--out', path.join(cwd, 'campaign'), '--', node, driver],
    ],
    env: () => settings,
    runsUntilFailure: (cwd) => campaignRuns(path.join(cwd, 'campaign')),
  };
}

// NAME=COMMAND: the driver is put where {driver} stands, else last; {seed} is the run's number.
export function parsePeer(text) {
  const at = text.indexOf('=');
  if (at < 1) throw new Error(`--peer ${text}: give it as NAME=COMMAND`);
  const words = text.slice(at + 1).match(/'[^']*'|"[^"]*"|\S+/g).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
  if (!words.some((word) => word.includes('{driver}'))) words.push('{driver}');
  return {
    name: text.slice(0, at),
    command: ({ driver, seed }) => words.map((word) => word.replace('{driver}', driver).replace('{seed}', seed)),
    env: (seed) => ({ NACD_SEED: String(seed) }),
  };
}
