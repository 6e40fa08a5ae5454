// npm run build: builds the addon for this machine in build/Release. Exit status 2: a program is missing.
// node scripts/build.mjs --units: the same in half of the time, for a build from scratch.
import { buildAddon } from './lib/addon.mjs';
import { demand, needs } from './lib/needs.mjs';
import { main } from './lib/run.mjs';

main(() => {
  demand(needs.build);
  buildAddon(process.argv.includes('--units') ? { inUnits: true } : {});
});
