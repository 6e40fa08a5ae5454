// Installs everything that the scripts need, for .ci/run and for a developer's new machine.
import { createRequire } from 'node:module';
import { needs, provide } from './lib/needs.mjs';
import { ensurePackages } from './lib/npm.mjs';
import { compilers } from './lib/prebuild.mjs';
import { demandRoom } from './lib/room.mjs';
import { main } from './lib/run.mjs';

const { ensureNode, majors } = createRequire(import.meta.url)('./lib/nodes.js');

main(() => {
  demandRoom();
  const cross = Object.entries(compilers).filter(([arch]) => arch !== process.arch);
  const compiler = cross.flatMap(([, name]) => needs.cross(name));
  provide([...needs.fuzz, ...needs.services, ...compiler, ...needs.emulator, ...needs.lint, ...needs.browser]);
  ensurePackages('.', 'the build, the tests and the linters need them');
  ensurePackages('demo', 'the demo needs them');
  for (const major of majors) ensureNode(major);
  if (process.arch !== 'arm64') ensureNode(20, 'arm64');
});
