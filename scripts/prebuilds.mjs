// npm run prebuilds [name...]: builds the published binaries in prebuilds/<name>; without a name all of them, with
// --in-turn those for glibc and one of the others.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { targets } from './cross/targets.mjs';
import { prebuild } from './lib/prebuild.mjs';
import { Failure, main, root } from './lib/run.mjs';

class WrongUse extends Failure {
  status = 2;
}

// CI has time for one of the targets that Zig builds: each commit has another one.
function inTurn() {
  const names = Object.keys(targets);
  const cross = names.filter((name) => targets[name].zig);
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return [...names.filter((name) => !targets[name].zig), cross[Number.parseInt(commit.slice(0, 8), 16) % cross.length]];
}

function namesOf(asked) {
  if (asked.length === 0) return Object.keys(targets);
  if (asked[0] === '--in-turn') return inTurn();
  const unknown = asked.find((name) => !targets[name]);
  if (unknown) throw new WrongUse(`no target ${unknown}; allowed are ${Object.keys(targets).join(', ')}`);
  return asked;
}

main(async () => {
  for (const name of namesOf(process.argv.slice(2))) {
    const began = performance.now();
    const file = await prebuild(name);
    const size = Math.round(fs.statSync(file).size / 1024);
    console.log(`${path.relative(root, file)}: ${size} KiB, ${Math.round((performance.now() - began) / 1000)} s`);
  }
});
