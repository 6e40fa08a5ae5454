// npm run lint: runs ESLint on JavaScript.
// npm run tidy: runs clang-tidy on C++, which takes minutes; npm run tidy -- src/model/reader.cc checks this file only.
// npm run format:check: runs clang-format. npm run format: corrects what clang-format and ESLint can correct.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { cxx } from './lib/files.mjs';
import { demand, needs } from './lib/needs.mjs';
import { Failure, main, root, run } from './lib/run.mjs';

const require = createRequire(import.meta.url);
const bin = (name) => path.join(root, 'node_modules', '.bin', name);

// Returns true if clang-tidy finds nothing in `file`; then its count of warnings in system headers is not printed.
function tidy(file, flags) {
  return new Promise((resolve) => {
    const child = spawn('clang-tidy', ['--quiet', file, '--', ...flags], { cwd: root, stdio: ['ignore', 1, 'pipe'] });
    let errors = '';
    child.stderr.on('data', (text) => (errors += text));
    child.on('close', (code) => {
      if (code !== 0) process.stderr.write(errors);
      resolve(code === 0);
    });
  });
}

async function tidyAll(files) {
  const { ensureNode } = require('./lib/nodes.js');
  const includes = [path.join(ensureNode(20), 'include/node'), require('node-addon-api').include_dir];
  const generated = path.join(root, 'build', 'lint');
  run(process.execPath, ['scripts/embed-model.js', path.join(generated, 'model', 'builtin_table.inc')]);
  const flags = ['-std=c++20', '-Isrc', `-I${generated}`, '-DNAPI_VERSION=8', '-DNODE_ADDON_API_CPP_EXCEPTIONS'];
  flags.push(...includes.flatMap((folder) => ['-isystem', path.resolve(root, folder)]));
  const queue = [...files];
  let clean = true;
  const worker = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) clean = (await tidy(file, flags)) && clean;
  };
  await Promise.all([worker(), worker()]);
  if (!clean) throw new Failure('clang-tidy found faults');
}

const commands = {
  lint(files) {
    demand(needs.lint);
    const scripts = files.length > 0 ? files.filter((file) => /js$/.test(file)) : ['.'];
    if (scripts.length > 0) run(bin('eslint'), ['--max-warnings=0', ...scripts]);
  },
  async tidy(files) {
    demand(needs.lint);
    await tidyAll(files.length > 0 ? files.filter((file) => file.endsWith('.cc')) : cxx().filter(isOurs));
  },
  'format:check'() {
    demand(needs.lint);
    run('clang-format-14', ['--dry-run', '-Werror', ...cxx()]);
  },
  format() {
    demand(needs.lint);
    run('clang-format-14', ['-i', ...cxx()]);
    run(bin('eslint'), ['--fix', '.']);
  },
};

// Tests are not checked: the macros of Catch2 fail a dozen checks.
const isOurs = (file) => file.startsWith('src/') && file.endsWith('.cc');

main(() => {
  const [name, ...files] = process.argv.slice(2);
  return commands[name](files);
});
