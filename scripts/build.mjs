// npm run build: the addon for this machine, in build/Release. Exit status 2: something has to be installed first.
import { buildAddon } from './lib/addon.mjs';
import { demand, needs } from './lib/needs.mjs';
import { main } from './lib/run.mjs';

main(() => {
  demand(needs.build);
  buildAddon();
});
