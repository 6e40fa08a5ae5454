// Looks at a results folder after its campaign has ended or was killed. Each function returns a list of faults.
import { spawnSync } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../lib/run.mjs';

const { readTraces } = createRequire(import.meta.url)('../../lib/trace/read.js');

export const MAIN = path.join(root, 'lib', 'cli', 'main.js');

const filesIn = (folder) => fs.readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath ?? entry.path, entry.name));

// Returns the digest of each file that is not nacd's.
export function usersFiles(folder) {
  const own = (file) => file.startsWith(path.join(folder, '.nacd')) && path.basename(file) !== 'mine.txt';
  const digest = (file) => crypto.createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  return Object.fromEntries(filesIn(folder).filter((file) => !own(file)).map((file) => [file, digest(file)]));
}

export function changedFiles(before, after) {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).map((name) => `${name} of the user's has changed`);
}

function unreadable(file) {
  try {
    JSON.parse(fs.readFileSync(file, 'utf8'));
    return [];
  } catch (error) {
    return [`${file}: ${error.message}`];
  }
}

function brokenTraces(folder) {
  return fs.readdirSync(folder).filter((run) => fs.existsSync(path.join(folder, run, 'trace'))).flatMap((run) => {
    const traces = readTraces(path.join(folder, run, 'trace'));
    return traces.filter(({ header }) => !header).filter(({ file }) => fs.readFileSync(file, 'latin1').trim() !== '')
      .map(({ file }) => `${file} has no header`);
  });
}

// Drafts of other files may be another process's, so they are removed when they are a minute old.
const isLeft = (name) => name === '.lock' || /^campaign\.json\..*tmp$/.test(name);

// `out`: the results folder. `isWhole`: its campaign was not killed.
export function faultsIn(out, isWhole) {
  if (!fs.existsSync(out)) return [];
  const files = filesIn(out);
  const faults = files.filter((file) => file.endsWith('.json')).flatMap(unreadable);
  if (fs.existsSync(path.join(out, 'runs'))) faults.push(...brokenTraces(path.join(out, 'runs')));
  if (isWhole) faults.push(...files.filter((file) => isLeft(path.basename(file))).map((file) => `${file} is left`));
  if (!fs.existsSync(path.join(out, 'campaign.json'))) return faults;
  const { status, stderr } = spawnSync(process.execPath, [MAIN, 'report', '--format', 'json'], { cwd: path.dirname(out), encoding: 'utf8' });
  return status === 0 ? faults : [...faults, `nacd report in ${out} ends with ${status}: ${stderr}`];
}
