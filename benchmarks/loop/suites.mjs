// Runs test suites that packages ship on npm, as their authors wrote them. Measures wall and CPU time with the default
// delays and the virtual clock, relative to plain node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { alternate, median, ratios } from './numbers.mjs';
import { root, start } from './start.mjs';

const folder = path.join(root, 'benchmarks', '.cache', 'suites');
const suites = {
  pump: ['test-node.js'],
  duplexify: ['test.js'],
  steed: ['test.js'],
  busboy: ['test/test.js'],
  fastq: ['test/test.js'],
  'light-my-request': ['--test', 'test/'],
};

function install() {
  const manifest = readFileSync(path.join(import.meta.dirname, 'suites.json'), 'utf8');
  const stamp = path.join(folder, 'installed.json');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === manifest) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), manifest);
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
  const { status, stderr } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm install of the suites failed: ${stderr}`);
  writeFileSync(stamp, manifest);
}

export async function suitesCost({ rounds }) {
  install();
  const rows = [];
  const medians = [];
  for (const [name, args] of Object.entries(suites)) {
    const cwd = path.join(folder, 'node_modules', name);
    const commands = {
      plain: () => start(args, { cwd }),
      nacd: (round) => start(args, { cwd, nacd: { NACD_SEED: `${round + 1}` } }),
    };
    const { plain, nacd } = await alternate(commands, rounds, name);
    if (plain.some(({ code }) => code !== 0)) throw new Error(`${name} fails plainly: ${plain[0].stdout.slice(-500)}`);
    const of = (what) => nacd.map((run, round) => run[what] / plain[round][what]);
    medians.push([median(of('wall')), median(of('cpu'))]);
    const passed = nacd.filter(({ code }) => code === 0).length;
    rows.push([name, ratios(of('wall')), ratios(of('cpu')), `${passed} of ${rounds}`]);
  }
  rows.push(['median of all', ...[0, 1].map((at) => median(medians.map((one) => one[at])).toFixed(2)), '']);
  return { title: 'Test suites, relative to plain node', head: ['suite', 'wall', 'CPU', 'runs that pass'], rows };
}
