// Lists the programs that the machine needs besides Node.js and npm, each with its Debian package.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { run } from './run.mjs';

const onPath = (program) => !spawnSync(program, ['--version'], { stdio: 'ignore' }).error;
const header = (name) => ['/usr/include', '/usr/local/include'].some((folder) => fs.existsSync(`${folder}/${name}`));
const program = (name, debian, why) => ({ what: name, debian, why, found: () => onPath(name) });
const include = (name, debian, why) => ({ what: `<${name}>`, debian, why, found: () => header(name) });

const build = [
  program('g++', 'g++', 'compiles the addon'),
  program('make', 'make', 'is what node-gyp builds with'),
  program('python3', 'python3', 'is what node-gyp is written in'),
  include('nlohmann/json.hpp', 'nlohmann-json3-dev', 'reads the model and schedule files'),
];
const native = [
  ...build,
  program('cmake', 'cmake', 'builds the native tests'),
  include('catch2', 'catch2', 'runs the native tests'),
  include('uv.h', 'libuv1-dev', 'is linked into the native tests'),
];
const clang = [
  program('clang++', 'clang', 'builds the fuzz targets and the native tests under AddressSanitizer'),
  {
    what: 'libFuzzer',
    debian: 'libclang-rt-dev',
    why: 'drives the fuzz target',
    found: () => compiles('clang++', '-fsanitize=fuzzer,address'),
  },
];

// Debian installs PostgreSQL's programs in a folder per version, outside of PATH.
const postgres = '/usr/lib/postgresql';
const services = [
  program('redis-server', 'redis-server', 'is what programs under test talk to'),
  {
    what: 'postgres',
    debian: 'postgresql',
    why: 'is what programs under test talk to',
    found: () => onPath('postgres') || fs.existsSync(postgres),
  },
  program('mariadbd', 'mariadb-server', 'is what programs under test talk to'),
  program('memcached', 'memcached', 'is what programs under test talk to'),
  program('slurmctld', 'slurm-wlm', 'starts the parts of a campaign as a cluster does (it brings munge)'),
];

export const needs = {
  build,
  native,
  services,
  fuzz: [...native, ...clang],
  // `compiler` is a cross compiler by its Debian name, such as aarch64-linux-gnu-g++.
  cross: (compiler) => [
    program(compiler, `g++-${compiler.replace(/-g\+\+$/, '').replace('_', '-')}`, 'compiles the addon for another CPU'),
  ],
  macos: [program('ld64.lld-14', 'lld-14', 'links the addon for macOS')],
  emulator: [program('qemu-aarch64-static', 'qemu-user-static', 'runs the arm64 addon to see that it loads')],
  browser: [program('chromium', 'chromium', 'opens the HTML report')],
  lint: [
    program('clang-format-14', 'clang-format-14', 'checks how C++ files are set (other versions disagree)'),
    program('clang-tidy', 'clang-tidy', 'looks for faults in the C++ files'),
  ],
};

function compiles(compiler, ...flags) {
  const input = 'extern "C" int LLVMFuzzerTestOneInput(const unsigned char*, unsigned long) { return 0; }';
  return spawnSync(compiler, ['-x', 'c++', '-', '-o', '/dev/null', ...flags], { input }).status === 0;
}

const missing = (list) => list.filter((need) => !need.found());

// Returns if this machine has all of `list`. Otherwise prints a line for each missing one and exits with status 2.
export function demand(list) {
  const absent = missing(list);
  if (absent.length === 0) return;
  for (const { what, debian, why } of absent) {
    console.error(`nacd-native: ${what} is missing, it ${why}: apt-get install ${debian}`);
  }
  process.exit(2);
}

// Installs and names the missing ones of `list` if it may (root, Debian). Then does as demand().
export function provide(list) {
  const absent = missing(list);
  if (absent.length > 0 && process.getuid?.() === 0 && onPath('apt-get')) {
    for (const { what, debian, why } of absent) {
      console.error(`nacd-native: installing Debian package ${debian}: ${what} is missing, it ${why}`);
    }
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const quiet = { env, stdio: ['ignore', 'ignore', 'inherit'] };
    run('apt-get', ['update', '-q'], quiet);
    const packages = [...new Set(absent.map((need) => need.debian))];
    run('apt-get', ['install', '-q', '-y', '--no-install-recommends', ...packages], quiet);
  }
  demand(list);
}
