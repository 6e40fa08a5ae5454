// npm run prebuilds [arch...]: builds the published binaries in prebuilds/<platform>-<arch>.
import fs from 'node:fs';
import path from 'node:path';
import { compilers, prebuild } from './lib/prebuild.mjs';
import { main, root } from './lib/run.mjs';

main(() => {
  const asked = process.argv.slice(2);
  for (const arch of asked.length > 0 ? asked : Object.keys(compilers)) {
    const file = prebuild(arch);
    console.log(`${path.relative(root, file)}: ${Math.round(fs.statSync(file).size / 1024)} KiB`);
  }
});
