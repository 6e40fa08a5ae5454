// Builds the native tests (test/native/CMakeLists.txt), each variant in its own folder. make rebuilds what has changed.
import path from 'node:path';
import { root, run } from './run.mjs';

export const variants = {
  plain: [],
  asan: ['-DSANITIZE=ON'],
  tsan: ['-DSANITIZE_THREADS=ON'],
  fuzz: ['-DFUZZ=ON', '-DCMAKE_CXX_COMPILER=clang++'],
};

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
