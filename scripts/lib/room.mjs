// Checks that the disk has room for a whole run before it begins. A test that finds the disk full looks like a fault of
// the program.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure, root } from './run.mjs';

class NoRoom extends Failure {
  status = 2;
}

const MIB = 1024 * 1024;

// A whole run leaves so much in these folders of the repository, in MiB (du -sm).
const KEPT = { '.cache': 2600, build: 230, node_modules: 130, prebuilds: 10 };
// Tests have as much in the temporary folder at one time, most of it databases.
const TEMPORARY = 300;

function sizeOf(folder) {
  return Number.parseInt(spawnSync('du', ['-sm', folder], { encoding: 'utf8' }).stdout, 10) || 0;
}

// Returns the room that is still needed for `kept`, a table as KEPT.
function missing(kept) {
  const sizes = Object.entries(kept).map(([name, size]) => Math.max(0, size - sizeOf(path.join(root, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

// Returns [{folder, needed}], folders of one disk together.
function byDisk(places) {
  const disks = new Map();
  for (const { folder, needed } of places) {
    const { dev } = fs.statSync(folder);
    const same = disks.get(dev) ?? { folder, needed: 0 };
    disks.set(dev, { ...same, needed: same.needed + needed });
  }
  return [...disks.values()];
}

function freeOf(folder) {
  const { bavail, bsize } = fs.statfsSync(folder);
  return Math.floor(bavail * bsize / MIB);
}

const lacking = (places) => byDisk(places).find(({ folder, needed }) => freeOf(folder) < needed);

/** Throws an error of one line if a disk has not the room that a whole run needs. */
export function demandRoom({ kept = KEPT, temporary = TEMPORARY } = {}) {
  const places = (needed) => [{ folder: root, needed }, { folder: os.tmpdir(), needed: temporary }];
  const all = Object.values(kept).reduce((sum, size) => sum + size, 0);
  // To add up what is there takes seconds, and is not needed on a disk that has room for all of it again.
  if (!lacking(places(all))) return;
  const short = lacking(places(missing(kept)));
  if (!short) return;
  const { folder, needed } = short;
  throw new NoRoom(`the disk of ${folder} has ${freeOf(folder)} MiB free, and a whole run needs ${needed} MiB more: `
    + 'free some space (TMPDIR names the folder of temporary files)');
}
