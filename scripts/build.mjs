// npm run build: builds the addon for this machine in build/Release. Exit status 2: a program is missing.
import { buildAddon } from './lib/addon.mjs';
import { demand, needs } from './lib/needs.mjs';
import { main } from './lib/run.mjs';

main(() => {
  demand(needs.build);
  buildAddon();
});
