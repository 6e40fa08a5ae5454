// npm run prebuilds [name...]: builds the published binaries in prebuilds/<name>; without a name all of them.
import fs from 'node:fs';
import path from 'node:path';
import { targets } from './cross/targets.mjs';
import { prebuild } from './lib/prebuild.mjs';
import { Failure, main, root } from './lib/run.mjs';

class WrongUse extends Failure {
  status = 2;
}

function namesOf(asked) {
  if (asked.length === 0) return Object.keys(targets);
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
