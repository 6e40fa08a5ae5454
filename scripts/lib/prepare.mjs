// Prepares what the tests need: packages, the versions of Node.js, the addon, its binary and the native tests.
import { createRequire } from 'node:module';
import { buildAddon } from './addon.mjs';
import { buildNative, variantOfTests } from './native.mjs';
import { needs, provide } from './needs.mjs';
import { ensurePackages } from './npm.mjs';
import { prebuild } from './prebuild.mjs';

const { ensureNode, majors } = createRequire(import.meta.url)('./nodes.js');

export async function prepareTests() {
  const variant = variantOfTests();
  provide([...(variant === 'asan' ? needs.fuzz : needs.native), ...needs.services]);
  ensurePackages('.', 'the build and the tests need them');
  for (const major of majors) ensureNode(major);
  buildAddon();
  await prebuild(`${process.platform}-${process.arch}`);
  buildNative(variant);
}
