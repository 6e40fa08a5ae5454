// Builds the native tests (test/native/CMakeLists.txt), each variant in its own folder. make rebuilds what has changed.
import path from 'node:path';
import { Failure, root, run } from './run.mjs';

export const variants = {
  plain: [],
  // The tests and the fuzz targets.
  asan: ['-DSANITIZE=ON', '-DCMAKE_CXX_COMPILER=clang++'],
  tsan: ['-DSANITIZE_THREADS=ON'],
};

// The variant of the native tests in `npm test`: NACD_TEST_NATIVE, or else plain. .ci/run takes asan, so that the same
// tests are not compiled and run twice.
export function variantOfTests() {
  const name = process.env.NACD_TEST_NATIVE || 'plain';
  if (Object.hasOwn(variants, name)) return name;
  throw new Failure(`NACD_TEST_NATIVE=${name}: allowed are ${Object.keys(variants).join(', ')}`);
}

// Returns the arguments of each run of the tests that `args` ask for. Those that need a process of their own have one,
// where all tests or those with certain tags are asked for.
export function runsOf(args = []) {
  const [tags = '', ...others] = args;
  if (tags === '') return [[], ['[alone]']];
  return tags.startsWith('[') ? [[`${tags}~[alone]`, ...others], [`${tags}[alone]`, ...others]] : [args];
}

export const nativeFolder = (variant) => path.join(root, 'build', 'native', variant);

// Returns the folder of the executables.
export function buildNative(variant) {
  const folder = nativeFolder(variant);
  run('cmake', ['-S', 'test/native', '-B', folder, '--log-level=WARNING', ...variants[variant]], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Two compilers at a time: more need more memory than small machines have.
  run('cmake', ['--build', folder, '--parallel', '2', '--', '--quiet']);
  return folder;
}
