// Reads the names of tools (../README.md has their grammar). A tool turns a driver into a command and an environment.
import path from 'node:path';
import { campaignRuns } from './campaign.mjs';

const engines = new Set(['api', 'loop', 'both']);
const clocks = new Set(['real', 'virtual', 'skip']);

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

// Reads words such as "uniform/loop/virtual". Their order and number are free, because each word sets one variable.
function readWords(words) {
  const env = {};
  for (const word of words.split('/').filter(Boolean)) {
    if (engines.has(word)) env.NACD_ENGINE = word;
    else if (clocks.has(word)) env.NACD_CLOCK = word;
    else env.NACD_STRATEGY = word;
  }
  return env;
}

// A whole campaign is one measurement, because its runs learn from each other and are not independent.
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

// Reads NAME=COMMAND. {driver} stands for the driver, which else is the last word; {seed} is the number of the run.
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
