'use strict';
// Finds an npm package, and watches its functions while a command runs.
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const os = require('node:os');
const path = require('node:path');

const { UserError } = require('../errors/index.js');
const messages = require('../messages/index.js');
const { packageIn } = require('../options/package-json.js');

/** Returns {main, folder, package: its package.json} of the package that a program in `cwd` loads. */
function locate(name, cwd) {
  const { resolve } = createRequire(path.join(cwd, 'x.js'));
  try {
    const main = fs.realpathSync(resolve(name));
    let folder = path.dirname(main);
    while (!isFolderOf(name, folder)) {
      if (folder === path.dirname(folder)) return { main, folder: path.dirname(main), package: {} };
      folder = path.dirname(folder);
    }
    return { main, folder, package: packageIn(folder) };
  } catch {
    throw new UserError(messages.noPackage(name));
  }
}

const isFolderOf = (name, folder) => packageIn(folder)?.name === name;

/** Runs `command` with the package's functions watched. Returns what they did, summed over all processes. */
function observe(name, { main }, { command, cwd, env }) {
  if (!command) return {};
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'nacd-'));
  const options = `${env.NODE_OPTIONS ?? ''} --require "${path.join(__dirname, 'observe.js')}"`;
  try {
    spawnSync(command[0], command.slice(1), {
      cwd, stdio: ['ignore', 2, 2], env: { ...env, NODE_OPTIONS: options, NACD_OBSERVE: name, NACD_OBSERVE_MAIN: main, NACD_OBSERVE_OUT: folder },
    });
    return sum(fs.readdirSync(folder).map((file) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'))));
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function sum(reports) {
  const total = {};
  for (const [key, record] of reports.flatMap((report) => Object.entries(report))) {
    const one = (total[key] ??= { calls: 0, later: 0, within: 0, promises: 0, emitters: {} });
    for (const field of ['calls', 'later', 'within', 'promises']) one[field] += record[field];
    for (const [type, count] of Object.entries(record.emitters)) one.emitters[type] = (one.emitters[type] ?? 0) + count;
  }
  return total;
}

module.exports = { locate, observe };
